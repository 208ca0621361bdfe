#!/usr/bin/env bash
# Runs the benchmarks: each is a ratio against a named peer, measured in the same run.
set -euo pipefail
cd "$(dirname "$0")/.."

python=.build/bench-python
if [ ! -x "$python/bin/python" ]; then python3 -m venv "$python"; fi
"$python/bin/pip" install --quiet skia-python blazediff pillow numpy

echo "Drawing, against Skia"
swift build -c release --product Artboards
artboards="$(swift build -c release --show-bin-path)/Artboards"
"$python/bin/python" Benchmarks/artboards.py "$artboards" "$@"

echo "Explaining, against the plain comparison"
"$artboards" explain

echo "Comparing, against BlazeDiff"
"$python/bin/python" Benchmarks/diff.py "$(make -s print-tool)"

#!/usr/bin/env bash
# Makes labelled sets of pairs in .build/judge, scores the tool on them and prints the tables.
# usage: scripts/judge/judge.sh [TOOL]; by default the release build.
# SEED (1), COUNT (pairs of each kind of hunt, 180), PLANTS (pairs of each kind of plant, 40), JOBS (2) are taken
# from the environment; REALSET is the independent set's script, ../shared/peers/realset.py by default. A set that is
# there is not made again: remove it for another seed.
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=${1:-.build/release/renderaudit}
seed=${SEED:-1} jobs=${JOBS:-2} out=$PWD/.build/judge
realset=${REALSET:-../shared/peers/realset.py}

skip() { printf 'skipped: %s\n' "$*"; }

[ -x "$tool" ] || { echo "error: no tool at $tool: run make build" >&2; exit 66; }
command -v python3 >/dev/null || { skip 'everything: there is no python3'; exit 0; }
mkdir -p "$out"

# The tool as it is now: a build meanwhile changes nothing of the run.
cp "$tool" "$out/tool"

python=$out/venv/bin/python
[ -x "$python" ] || python3 -m venv "$out/venv" || { skip 'everything: no venv can be made'; exit 0; }
# install PACKAGE…: silent where they are there.
install() { "$python" -m pip install --quiet --disable-pip-version-check "$@" 2>"$out/pip.log"; }
install numpy pillow scipy scikit-image skia-python freetype-py \
  || { skip "everything: numpy, pillow, scipy, scikit-image, skia-python, freetype-py cannot be installed: $(tail -1 "$out/pip.log")"; exit 0; }

sets=()
run() { "$python" "$@" 2> >(grep -v '^Fontconfig warning' >&2); }

# Debian: fonts-inter fonts-roboto-unhinted fonts-lato fonts-open-sans fonts-liberation fonts-dejavu-core fonts-jetbrains-mono.
run -c 'import sys; sys.path.insert(0, "scripts/judge"); import draw; sys.exit(sum(len(f) == 5 for f in draw.families().values()) < 3)' \
  || { skip 'everything: fewer than three of the families in scripts/judge/draw.py are installed'; exit 0; }

[ -f "$out/hunts/pairs.json" ] || run scripts/judge/hunts.py gen --out "$out/hunts" --seed "$seed" --count "${COUNT:-180}" -j "$jobs"
[ -f "$out/plants/pairs.json" ] || run scripts/judge/plants.py gen --out "$out/plants" --seed "$seed" --count "${PLANTS:-40}" -j "$jobs"
sets+=("$out/hunts" "$out/plants")

make_realset() {
  local browser
  [ -f "$realset" ] || { skip "real pages: no $realset"; return 1; }
  browser=$(command -v chromium-headless-shell || true)
  [ -n "$browser" ] || { skip 'real pages: there is no chromium-headless-shell'; return 1; }
  install playwright pybind11-pixelmatch blazediff blazediff-interpret \
    || { skip "real pages: playwright and others cannot be installed: $(tail -1 "$out/pip.log")"; return 1; }
  run "$realset" gen --out "$out/realset" --seed "$seed" --exe "$browser" >"$out/realset.log" 2>&1 \
    || { skip "real pages: $(tail -1 "$out/realset.log")"; return 1; }
}
if [ -f "$out/realset/pairs.json" ] || make_realset; then
  sets+=("$out/realset")
fi

run scripts/judge/score.py "${sets[@]}" --tool "$out/tool" -j "$jobs" --both --time
run scripts/judge/roc.py "${sets[@]}"

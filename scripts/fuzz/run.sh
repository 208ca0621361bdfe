#!/usr/bin/env bash
# Feeds libFuzzer's inputs to the decoders and to the whole diff, with AddressSanitizer.
#
# usage: scripts/fuzz/run.sh [SECONDS]     per target; default 60. What breaks is left in .build/fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
out=.build/fuzz
mkdir -p "$out"

# Everything with coverage and AddressSanitizer; only the entry points link libFuzzer.
swift build -c release --target CommandLineTool --scratch-path "$out/build" --sanitize=address \
  -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link \
  >"$out/build.log" 2>&1 || { tail -n 20 "$out/build.log" >&2; exit 1; }
bin=$(swift build -c release --scratch-path "$out/build" --show-bin-path)
objects=$(find "$bin" -name '*.o' -path '*.build/*' ! -path '*Main.build*' ! -path '*Tests*')

for target in decode diff; do
  swiftc -O -parse-as-library -sanitize=fuzzer,address "scripts/fuzz/$target.swift" \
    scripts/fuzz/checksums.swift \
    -I "$bin/Modules" -I "$bin" \
    $(for c in Sources/C*; do [ -d "$c/include" ] && echo "-Xcc -I$c/include -Xcc -fmodule-map-file=$bin/$(basename "$c").build/module.modulemap"; done) \
    $objects $(pkg-config --libs libdeflate) -lstdc++ -lm -ldl -o "$out/$target" 2>"$out/link.log" ||
    { tail -n 20 "$out/link.log" >&2; exit 1; }
  corpus="$out/corpus-$target"
  mkdir -p "$corpus"
  python3 scripts/fuzz/seeds.py "$target" "$corpus"
  echo "== $target, $seconds s"
  # Memory that a few bytes may ask for is bounded, and so is time.
  "$out/$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len=65536 \
    -artifact_prefix="$out/$target-" "$corpus" >"$out/$target.log" 2>&1 ||
    { tail -n 40 "$out/$target.log" >&2; exit 1; }
  grep -E '^Done' "$out/$target.log" | tail -n 1
done

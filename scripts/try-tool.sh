#!/usr/bin/env bash
# Runs the built tool as a person would, on the project's own fixtures, and checks what comes out:
# exit statuses, files left behind, and that the same input gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:-$(make -s print-tool)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

# status WANTED COMMAND…: runs it, keeps its output in $work/out and $work/err.
status() {
  local wanted=$1 found=0
  shift
  "$@" >"$work/out" 2>"$work/err" || found=$?
  if [ "$found" -ne "$wanted" ]; then
    echo "expected exit status $wanted, found $found: $*" >&2
    cat "$work/err" >&2
    exit 1
  fi
  checks=$((checks + 1))
}

# holds TEXT FILE: the file has the text.
holds() {
  grep -qF -- "$1" "$2" || { echo "expected in $2: $1" >&2; cat "$2" >&2; exit 1; }
  checks=$((checks + 1))
}

status 0 "$tool" --version
status 0 "$tool" --help
holds "Examples:" "$work/out"
for command in compare render layout translate diff conventions; do
  status 0 "$tool" "$command" --help
  holds "Exit status:" "$work/out"
done
status 64 "$tool"
status 64 "$tool" compere card.json
holds "compare" "$work/err"
status 66 "$tool" compare "$work/none.json"

for spec in card type shadows gradients; do
  status 1 "$tool" compare "Fixtures/specs/$spec.json" --out "$work/a/$spec"
  status 1 "$tool" compare "Fixtures/specs/$spec.json" --out "$work/b/$spec" --format json
  holds '"schemaVersion": 1' "$work/out"
  cmp "$work/out" "$work/b/$spec/report.json"
  status 0 "$tool" compare "Fixtures/specs/$spec.json" --fail-on never
  status 0 "$tool" compare "Fixtures/specs/$spec.json" --candidate sketch --fail-on different
done
diff -r "$work/a" "$work/b" || { echo "two runs gave two results" >&2; exit 1; }
for picture in canvas card; do
  for side in reference candidate overlay; do
    [ -s "$work/a/card/ios/$picture-$side.png" ] || { echo "missing $picture-$side.png" >&2; exit 1; }
  done
done

status 0 "$tool" render Fixtures/specs/card.json --convention css -o "$work/css.png"
status 0 "$tool" render Fixtures/specs/card.json --convention css -o -
cmp "$work/out" "$work/css.png"
status 64 "$tool" render Fixtures/specs/card.json --convention csss -o "$work/x.png"
[ ! -e "$work/x.png" ] || { echo "a failed run left a file" >&2; exit 1; }
status 73 "$tool" render Fixtures/specs/card.json --convention css -o "$work/no/such/folder.png"
status 0 "$tool" layout Fixtures/specs/card.json --convention sketch
status 0 "$tool" conventions sketch ios
status 0 "$tool" translate Fixtures/specs/card.json --from sketch --to ios

status 0 "$tool" diff "$work/css.png" "$work/css.png"
status 1 "$tool" diff "$work/a/card/ios/canvas-reference.png" "$work/a/card/ios/canvas-candidate.png" \
  --out "$work/overlay.png"
[ -s "$work/overlay.png" ]
status 65 "$tool" diff "$work/css.png" README.md

for bad in Fixtures/specs/bad/*.json; do
  status 65 "$tool" compare "$bad" --reference sketch --candidate ios
  holds "error: " "$work/err"
done

echo "the built tool: $checks checks hold"

#!/usr/bin/env bash
# What takes too long for every change: the tests under AddressSanitizer and ThreadSanitizer, the C of
# the codecs and kernels under UndefinedBehaviorSanitizer, and the fuzzers. usage: scripts/nightly.sh [SECONDS A FUZZER]; default 600.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
mkdir -p .build

step() { printf '\n== %s\n' "$*"; }

# run_tests NAME OPTIONS…: the whole suite, optimised, in a build of its own; but for the example, as
# Python cannot load a library under a sanitizer.
run_tests() {
  local name=$1
  shift
  step "tests under $name"
  swift test -c release -Xswiftc -enable-testing --disable-xctest --scratch-path ".build/$name" \
    --skip ExampleTests "$@" 2>&1 | tee ".build/$name.log" | grep -E '✘|ERROR:|WARNING: ThreadSanitizer|Test run' || true
  # The suite's own verdict, and no report of the sanitizer.
  grep -q '✔ Test run' ".build/$name.log"
  if grep -E 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer' ".build/$name.log"; then
    exit 1
  fi
}

# Swift keeps globals in words whose spare bits carry a tag, which the leak detector does not follow;
# it reports them, and what fontconfig keeps to its end.
export ASAN_OPTIONS=detect_leaks=0
# An array that is made empty writes its count, 0, into the one empty array that all share.
echo 'race:_swiftEmptyArrayStorage' >.build/races.txt
export TSAN_OPTIONS="suppressions=$PWD/.build/races.txt"
run_tests address --sanitize=address
run_tests thread --sanitize=thread

step "C under undefined"
scripts/undefined/run.sh

step "fuzzers"
scripts/fuzz/run.sh "$seconds"

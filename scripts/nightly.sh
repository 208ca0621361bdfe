#!/usr/bin/env bash
# What takes too long for every change: the tests under AddressSanitizer and ThreadSanitizer, and the
# fuzzers. usage: scripts/nightly.sh [SECONDS A FUZZER]; default 600.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
mkdir -p .build

step() { printf '\n== %s\n' "$*"; }

# run_tests NAME OPTIONS…: the whole suite, optimised, in a build of its own.
run_tests() {
  local name=$1
  shift
  step "tests under $name"
  swift test -c release -Xswiftc -enable-testing --disable-xctest --scratch-path ".build/$name" \
    "$@" 2>&1 | tee ".build/$name.log" | grep -E '✘|ERROR:|WARNING: ThreadSanitizer|Test run' || true
  # The suite's own verdict, and no report of the sanitizer.
  grep -q '✔ Test run' ".build/$name.log"
  if grep -E 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer' ".build/$name.log"; then
    exit 1
  fi
}

# Test frameworks and loaded libraries hold some memory to their end.
printf 'leak:libXCTest\nleak:libTesting\nleak:libFoundation\nleak:libdl\nleak:ld-linux\n' \
  >.build/leaks.txt
export LSAN_OPTIONS="suppressions=$PWD/.build/leaks.txt:print_suppressions=0"
run_tests address --sanitize=address
run_tests thread --sanitize=thread

step "fuzzers"
scripts/fuzz/run.sh "$seconds"

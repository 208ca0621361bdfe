#!/usr/bin/env bash
# The C of CCodecs and CKernels under UndefinedBehaviorSanitizer and AddressSanitizer, with both sets of
# vector instructions where there are two. usage: scripts/undefined/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
out=.build/undefined
mkdir -p "$out"
# Vectors of eight words are no ABI that anybody else sees.
clang -fuse-ld=lld -std=gnu11 -O1 -g -ffp-contract=off -Wno-psabi \
  -fsanitize=undefined,address -fno-sanitize-recover=all \
  -ISources/CCodecs/include -ISources/CKernels/include \
  Sources/CCodecs/*.c Sources/CKernels/*.c scripts/undefined/kernels.c \
  $(pkg-config --cflags --libs libdeflate) -ldl -lpthread -lm -o "$out/kernels"
ASAN_OPTIONS=detect_leaks=0 "$out/kernels"

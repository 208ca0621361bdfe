#!/bin/sh
# Installs what RenderAudit builds and tests with, if it is missing: C libraries and fonts, through
# apt on Debian and its kin, or Homebrew on macOS. Asks for nothing that is there already.
set -eu

say() { echo "setup: $*" >&2; }

if ! command -v swift >/dev/null 2>&1; then
  say "the Swift toolchain (6.2 or newer) is missing; install it from swift.org and try again."
  exit 1
fi

case "$(uname -s)" in
Linux)
  wanted="pkg-config libfreetype-dev libharfbuzz-dev libfontconfig-dev libicu-dev libpng-dev
    libdeflate-dev zlib1g-dev libjpeg62-turbo-dev libwebp-dev libtiff-dev liblcms2-dev
    fonts-lato fonts-inter fonts-dejavu-core unicode-data"
  missing=""
  for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -z "$missing" ] && exit 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say "these packages are missing and there is no apt-get to install them:$missing"
    exit 1
  fi
  root=""
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      say "these packages are missing; install them as root:$missing"
      exit 1
    fi
    root="sudo"
  fi
  say "installing$missing"
  log=$(mktemp)
  if ! { $root apt-get update && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    say "could not install:$missing (the whole log is in $log)"
    exit 1
  fi
  rm -f "$log"
  ;;
Darwin)
  if ! command -v brew >/dev/null 2>&1; then
    say "Homebrew is missing; install it, or these libraries: freetype harfbuzz fontconfig icu4c libpng libdeflate jpeg-turbo webp libtiff little-cms2"
    exit 1
  fi
  for package in pkg-config freetype harfbuzz fontconfig icu4c libpng libdeflate jpeg-turbo webp \
    libtiff little-cms2; do
    brew list "$package" >/dev/null 2>&1 || brew install "$package" >&2 || {
      say "brew could not install $package"
      exit 1
    }
  done
  for cask in font-lato font-inter; do
    brew list --cask "$cask" >/dev/null 2>&1 || brew install --cask "$cask" >&2 || {
      say "brew could not install $cask"
      exit 1
    }
  done
  ;;
*)
  say "$(uname -s) is not known here; install FreeType, HarfBuzz, fontconfig, ICU, libpng, libdeflate, libjpeg, libwebp, libtiff and lcms2, and the fonts Lato and Inter."
  exit 1
  ;;
esac

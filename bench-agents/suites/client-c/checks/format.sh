#!/bin/sh
# format.sh FILES: are they formatted? Says so and goes on where clang-format is missing or too old.
set -eu

format=${CLANG_FORMAT:-clang-format}
if ! "$format" --dump-config >/dev/null 2>&1; then
  echo "left out: $format is not installed or older than 15"
  exit 0
fi
"$format" --dry-run --Werror "$@"

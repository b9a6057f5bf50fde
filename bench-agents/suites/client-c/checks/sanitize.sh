#!/bin/sh
# sanitize.sh SANITIZER PROGRAM: builds the checks under a sanitizer and runs them; says so and goes
# on where the compiler does not have it.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int main(void) { return 0; }' >"$scratch/probe.c"
if ! ${CC:-cc} -fsanitize="$1" "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
  echo "left out: ${CC:-cc} cannot link -fsanitize=$1"
  exit 0
fi
${MAKE:-make} -s "$2"
TSAN_OPTIONS=halt_on_error=1 "./$2"

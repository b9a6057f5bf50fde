#!/bin/sh
# count.sh ALLOCATOR RINGS WORKLOAD CYCLES: one thread in cachegrind, which counts instructions and
# simulates caches. The environment is emptied and no times are printed, so that every run counts
# exactly the same. The simulated caches are fixed: 48 KiB of data, 12 ways; 2 MiB, 16 ways.
set -eu

allocator=$1
rings=$2
workload=$3
cycles=$4
program=$(dirname "$0")/../build/allocator-c
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if ! env -i PATH="$PATH" LD_PRELOAD="$("$program" preload "$allocator")" RINGPOOL_RINGS="$rings" \
  valgrind --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --D1=49152,12,64 --LL=2097152,16,64 \
  --cachegrind-out-file="$scratch/counts" \
  "$program" run --allocator "$allocator" --rings "$rings" --workload "$workload" \
  --cycles "$cycles" --times no >"$scratch/line" 2>"$scratch/said"; then
  cat "$scratch/said" >&2
  exit 1
fi

# The events' names and sums stand in two lines of the same order. Lines of a source file follow its
# "fl="; code that is merged into its callers counts where it was written.
awk -v allocator="$allocator" '
  FILENAME ~ /line$/ { line = $0; next }
  /^f[lie]=/ { is_ring = $0 ~ /\/ring\.h$/; next }
  is_ring && /^[0-9]/ { in_rings += $place["Ir"] }
  $1 == "events:" { for (i = 2; i <= NF; i++) place[$i] = i }
  $1 == "summary:" {
    counted = sprintf("\"simulated_instructions\": %d, \"simulated_d1_misses\": %d, ", \
      $place["Ir"], $place["D1mr"] + $place["D1mw"])
    counted = counted sprintf("\"simulated_ll_misses\": %d", $place["DLmr"] + $place["DLmw"])
    if (allocator == "ringpool")
      counted = counted sprintf(", \"simulated_ring_instructions\": %d", in_rings)
  }
  END {
    if (line !~ /"metrics": [{][}]/) counted = counted ", "
    sub(/"metrics": [{]/, "&" counted, line)
    print line
  }
' "$scratch/line" "$scratch/counts"

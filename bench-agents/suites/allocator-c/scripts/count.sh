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

# The events' names and sums stand in two lines of the same order.
awk '
  FILENAME ~ /line$/ { line = $0; next }
  $1 == "events:" { for (i = 2; i <= NF; i++) place[$i] = i }
  $1 == "summary:" {
    counted = sprintf("\"simulated_instructions\": %d, \"simulated_d1_misses\": %d, ", \
      $place["Ir"], $place["D1mr"] + $place["D1mw"])
    counted = counted sprintf("\"simulated_ll_misses\": %d", $place["DLmr"] + $place["DLmw"])
  }
  END {
    if (line !~ /"metrics": [{][}]/) counted = counted ", "
    sub(/"metrics": [{]/, "&" counted, line)
    print line
  }
' "$scratch/line" "$scratch/counts"

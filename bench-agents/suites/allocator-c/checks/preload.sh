#!/bin/sh
# Runs python3, git and a compiler on ringpool and compares what they make with what they make
# without it. A program that is not installed is said and left out.
set -eu

library=$(realpath "${1:?the library to preload}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$(dirname "$(realpath "$0")")

# $1: a name, the rest: a command that writes its result into the folder $result.
same_with_and_without() {
  name=$1
  shift
  for way in without with; do
    result="$scratch/$name-$way"
    mkdir "$result"
    export result
    if [ "$way" = with ]; then
      LD_PRELOAD=$library "$@" >"$result/out" 2>"$result/err" || fail "$name" "$result"
    else
      "$@" >"$result/out" 2>"$result/err" || fail "$name without ringpool" "$result"
    fi
  done
  diff -r "$scratch/$name-without" "$scratch/$name-with" || fail "$name" "$scratch/$name-with"
  echo "right   $name on $(basename "$(dirname "$library")")/$(basename "$library")"
}

fail() {
  echo "failed  $1" >&2
  cat "$2/err" >&2
  exit 1
}

compile() {
  cc -O2 -c "$here/../bench/player.c" -o "$result/player.o" -D_GNU_SOURCE
}

commit() {
  tree=$(mktemp -d -p "$scratch")
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_AUTHOR_DATE='2024-01-01T00:00:00Z'
  export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"
  git init -q "$tree"
  cp -r "$here/.." "$tree/suite"
  rm -rf "$tree/suite/build"
  git -C "$tree" add .
  git -C "$tree" commit -q -m "All of the suite"
  git -C "$tree" repack -q -a -d -f --window=20
  git -C "$tree" fsck
  git -C "$tree" log --stat --format='%H %s'
}

if LD_PRELOAD=$library ls / 2>&1 >/dev/null | grep -q 'cannot be preloaded'; then
  echo "failed  $library cannot be preloaded" >&2
  exit 1
fi
if command -v python3 >/dev/null; then
  same_with_and_without python3 python3 "$here/preload.py"
else
  echo "left out: python3 is not installed"
fi
if command -v git >/dev/null; then
  same_with_and_without git commit
else
  echo "left out: git is not installed"
fi
same_with_and_without cc compile

/** Short names of commits. */

/** Digits alone are a date or a number, unless there are as many as a whole hash has. */
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|(?=\d*[a-f])[0-9a-f]{7,64})$/;
const HASH_SHOWN = 8;
const MOST_SHOWN = 32;

/** Hashes are cut to eight characters; releases and other names differ at their end and stay. */
export function shortCommit(name: string): string {
  if (HASH.test(name)) return name.slice(0, HASH_SHOWN);
  return name.length <= MOST_SHOWN ? name : `${name.slice(0, MOST_SHOWN - 1)}…`;
}

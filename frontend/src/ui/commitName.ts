/** Short names of commits. */

/** Hashes are cut to eight characters; releases and other names stay whole. */
export function shortCommit(name: string): string {
  return /^[0-9a-f]{12,64}$/.test(name) ? name.slice(0, 8) : name;
}

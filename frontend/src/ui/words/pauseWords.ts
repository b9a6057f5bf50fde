/** What a scheduled run waits for that makes room for a job. */

/** "runtime-rust waits since round 7 for ", before the job. */
export function pauseText(suite: string, rounds: number): string {
  return `${suite} waits ${rounds === 0 ? "" : `since round ${rounds} `}for`;
}

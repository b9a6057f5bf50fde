/** The command that has a patch judged, as a shell reads it. */

export interface Proposal {
  project: string;
  suite: string;
  metric: string;
  /** Where it becomes a rung if it is kept. */
  ladder?: number | undefined;
}

export function proposeCommand({ project, suite, metric, ladder }: Proposal): string {
  const options = [`--project=${word(project)}`, `--aim=${word(metric)}`];
  if (ladder !== undefined) options.push(`--ladder=${ladder}`);
  // names of suites were uploaded by others: none is an option
  const name = suite.startsWith("-") ? ["--", word(suite)] : [word(suite)];
  return ["tidemark", "propose", ...options, ...name].join(" ");
}

/** One word, whatever is in it. */
function word(text: string): string {
  return /^[A-Za-z0-9_./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

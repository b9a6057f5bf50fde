/** A link that saves the rows of a page as CSV, as the API gives them. */

interface TableFileProps {
  project: string;
  /** Below the project, as in the API's description: "ladders/3". */
  path: string;
  /** What decides which rows these are. */
  query?: Readonly<Record<string, unknown>>;
}

export function TableFile({ project, path, query = {} }: TableFileProps) {
  return (
    <a href={addressOf(project, path, query)} download>
      Save as CSV
    </a>
  );
}

function addressOf(project: string, path: string, query: Readonly<Record<string, unknown>>) {
  const said = new URLSearchParams({ format: "csv" });
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== null && one !== undefined) said.append(name, String(one));
  }
  return `/api/v1/projects/${encodeURIComponent(project)}/${path}?${said}`;
}

/** Blocks that bring the first results into a project; each pastes and runs as it is shown. */

export interface Begin {
  /** Address of the server. */
  url: string;
  project: string;
  /** Secret of a key that may report; null where none was made yet. */
  secret: string | null;
}

export interface Way {
  id: string;
  label: string;
  /** What to do with the block. */
  say: string;
  block: string;
}

const UNKNOWN = "tdm_…";
const SAMPLE = `echo '[{"name": "sleep", "value": 100.3, "unit": "ms"}]' > results.json`;

/** Sends the file of any tool that is recognised, with what the surroundings know of the commit. */
function sending(begin: Begin, commit: string, branch: string, testbed: string): string {
  const body = [
    `{"files": [{"name": "results.json", "data": "$(base64 < results.json | tr -d '\\n')"}],`,
    ` "commit": {"id": "${commit}"}, "branch": "${branch}", "testbed": "${testbed}"}`,
  ];
  return [
    `curl --fail-with-body -sS "${begin.url}/api/v1/projects/${begin.project}/reports/files" \\`,
    `  -H "Authorization: Bearer $TIDEMARK_KEY" -H "Content-Type: application/json" --data @- <<END`,
    ...body,
    "END",
  ].join("\n");
}

function indented(text: string, depth: number): string {
  return text
    .split("\n")
    .map((line) => " ".repeat(depth) + line)
    .join("\n");
}

function shell(begin: Begin): string {
  const commit = "$(git rev-parse HEAD 2>/dev/null || echo first)";
  const branch = "$(git branch --show-current 2>/dev/null | grep . || echo main)";
  return [
    `export TIDEMARK_KEY=${begin.secret ?? UNKNOWN}`,
    `${SAMPLE}   # or the file of your tool`,
    sending(begin, commit, branch, "$(uname -n)"),
  ].join("\n");
}

function github(begin: Begin): string {
  const steps = [SAMPLE, sending(begin, "$GITHUB_SHA", "$GITHUB_REF_NAME", "github")].join("\n");
  return `# once, in the repository: gh secret set TIDEMARK_KEY --body ${begin.secret ?? UNKNOWN}
name: Benchmarks
on: [push]
jobs:
  benchmarks:
    runs-on: ubuntu-latest
    env:
      TIDEMARK_KEY: \${{ secrets.TIDEMARK_KEY }}
    steps:
      - uses: actions/checkout@v4
      - run: |
${indented(steps, 10)}
`;
}

function gitlab(begin: Begin): string {
  const steps = [SAMPLE, sending(begin, "$CI_COMMIT_SHA", "$CI_COMMIT_REF_NAME", "gitlab")];
  return `# once, under Settings, CI/CD, Variables: TIDEMARK_KEY = ${begin.secret ?? UNKNOWN}
benchmarks:
  script:
    - |
${indented(steps.join("\n"), 6)}
`;
}

function history(begin: Begin): string {
  return [
    `export TIDEMARK_KEY=${begin.secret ?? UNKNOWN}`,
    "# data.js of github-action-benchmark, from its branch gh-pages",
    `curl --fail-with-body -sS --data-binary @data.js -H "Authorization: Bearer $TIDEMARK_KEY" \\`,
    `  -H "Content-Type: application/octet-stream" \\`,
    `  "${begin.url}/api/v1/projects/${begin.project}/imports/github-action-benchmark?testbed=ci&branch=main"`,
  ].join("\n");
}

/** What the agent of an empty project measures in a checkout of Tidemark. */
export const FIRST_RUNS = "--suites bench-agents/suites --run runtime-rust --every 6h --on-start";

export function waysOf(begin: Begin): Way[] {
  return [
    {
      id: "shell",
      label: "Shell",
      say: "Paste it into a shell with curl. The file may be what any known benchmark tool wrote.",
      block: shell(begin),
    },
    {
      id: "github",
      label: "GitHub Actions",
      say: "Save it as .github/workflows/benchmarks.yml and push.",
      block: github(begin),
    },
    {
      id: "gitlab",
      label: "GitLab",
      say: "Put it into .gitlab-ci.yml and push.",
      block: gitlab(begin),
    },
    {
      id: "import",
      label: "Import a history",
      say: "Paste it in a shell in the folder of the file that your tracker wrote.",
      block: history(begin),
    },
  ];
}

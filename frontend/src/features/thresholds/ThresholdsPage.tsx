/** How large and how sure a change must be, by rules; what other rules would have found. */

import { useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { DryRun, Thresholds, ThresholdVersion } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { DryRunResult } from "./DryRunResult";
import EXAMPLE from "./example.tidemark.toml?raw";
import { JobRules } from "./JobRules";
import { ThresholdEditor } from "./ThresholdEditor";
import styles from "./Thresholds.module.css";
import { answerOf } from "./thresholdsModel";
import { useDryRun, useThresholds, useVersion } from "./thresholdsQuery";
import { type ThresholdsState, thresholdsCodec } from "./thresholdsUrl";

export function ThresholdsPage() {
  const { project } = useParams({ from: "/p/$project/settings/thresholds" });
  const [state, change] = useUrlState(thresholdsCodec);
  const kept = useThresholds(project);
  return (
    <QueryBoundary
      query={kept}
      failure="The thresholds could not be loaded."
      skeleton={<Skeleton height={420} label="Loading the thresholds" />}
    >
      {(body) => <Content project={project} kept={body} state={state} onChange={change} />}
    </QueryBoundary>
  );
}

interface ContentProps {
  project: string;
  kept: Thresholds;
  state: ThresholdsState;
  onChange: (part: Partial<ThresholdsState>) => void;
}

function Content({ project, kept, state, onChange }: ContentProps) {
  const mayTry = useMay(project, "triage");
  const maySave = useMay(project, "configure");
  const run = useDryRun(project, mayTry ? state.run : null);
  const version = useVersion(project, state.version);
  // the editor begins again with another text, and waits for the one that it is to begin with
  const isComing =
    (state.version !== null && version.isPending) ||
    (mayTry && state.run !== null && run.isPending);
  const initial = textOf(kept, state, version.data?.text, run.data);
  return (
    <Page title="Thresholds" answer={answerOf(kept, kept.waiting)}>
      {isComing ? (
        <Skeleton height={420} label="Loading the text" />
      ) : (
        <ThresholdEditor
          key={`${state.version} ${kept.version?.number}`}
          {...{ project, kept, initial, mayTry, maySave }}
          selected={{ suite: state.suite, benchmark: state.benchmark, metric: state.metric }}
          onRun={(id) => onChange({ run: id, kind: "all" })}
          onSaved={() => onChange({ run: null, version: null })}
        />
      )}
      {state.run === null || !mayTry ? null : (
        <Section
          title="Dry run"
          aside={`Against ${baseOf(run.data?.base_version)}; nothing is saved by it.`}
        >
          <QueryBoundary
            query={run}
            failure="The dry run could not be loaded."
            skeleton={<Skeleton height={200} label="Loading the dry run" />}
          >
            {(body) => (
              <DryRunResult
                project={project}
                run={body}
                kind={state.kind}
                onKind={(kind) => onChange({ kind })}
              />
            )}
          </QueryBoundary>
        </Section>
      )}
      <JobRules project={project} />
      <Section title="Versions">
        {kept.version === null || kept.version.is_none ? <Example kept={kept} /> : null}
        {kept.versions.length === 0 ? null : (
          <VersionTable
            versions={kept.versions}
            shown={state.version}
            onShow={(number) => onChange({ version: number, run: null })}
          />
        )}
      </Section>
    </Page>
  );
}

function baseOf(version: number | undefined): string {
  return version === 0 ? "the default rule" : `version ${version ?? "…"}`;
}

/** What a shared address shows goes before what holds. */
function textOf(
  kept: Thresholds,
  state: ThresholdsState,
  older: string | undefined,
  run: DryRun | undefined,
): string {
  if (state.version !== null && older !== undefined) return older;
  if (state.run !== null && run !== undefined) return run.text;
  return kept.version?.text ?? "";
}

function Example({ kept }: Pick<ContentProps, "kept">) {
  return (
    <>
      <EmptyState
        title={kept.version === null ? "Nothing was saved yet." : "None is kept: defaults apply."}
        action={<CopyButton text={EXAMPLE} label="Copy the example" />}
      >
        What is saved here, or sent from CI, appears as versions. A file looks like this:
      </EmptyState>
      <pre className={styles.example}>{EXAMPLE}</pre>
    </>
  );
}

function fromText({ source, is_none }: ThresholdVersion): string {
  return is_none ? "thresholds taken away: defaults apply" : source || "–";
}

interface VersionTableProps {
  versions: readonly ThresholdVersion[];
  shown: number | null;
  onShow: (number: number) => void;
}

/** What was saved, when and by whom; each can be read and tried again. */
function VersionTable({ versions, shown, onShow }: VersionTableProps) {
  const newest = versions[0]?.number;
  const columns: Column<ThresholdVersion>[] = [
    { id: "number", head: "Version", isNumber: true, cell: ({ number }) => number },
    { id: "at", head: "Saved", cell: ({ saved_at }) => <RelativeTime at={saved_at} /> },
    { id: "by", head: "By", isProse: true, cell: ({ author }) => author },
    { id: "from", head: "From", isProse: true, cell: fromText },
    {
      id: "show",
      head: "Text",
      cell: ({ number }) =>
        number === newest ? (
          "holds now"
        ) : (
          <Button
            kind="quiet"
            aria-label={`Show the text of version ${number}`}
            onClick={() => onShow(number)}
          >
            Show
          </Button>
        ),
    },
  ];
  return (
    <Table
      caption="Versions of the thresholds, the newest first"
      columns={columns}
      rows={versions}
      rowKey={({ number }) => number}
      isSelected={({ number }) => number === shown}
    />
  );
}

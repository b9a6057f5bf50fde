/** What a dry run found: in sentences, by rule, and change by change as a forest. */

import { Link } from "@tanstack/react-router";
import type { DryRun } from "@/api/types";
import { RatioRow, ratioDomain } from "@/charts/diverging/RatioRow";
import { Select } from "@/ui/controls/Select";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CommitLink } from "@/ui/links/CommitLink";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { VerdictText } from "@/ui/words/VerdictText";
import { formatCount } from "@/units/format";
import styles from "./Thresholds.module.css";
import { actionOf, dryRunText, whyText } from "./thresholdsModel";
import { isUnderWay } from "./thresholdsQuery";
import { KINDS, type ThresholdsState } from "./thresholdsUrl";

interface DryRunResultProps {
  project: string;
  run: DryRun;
  kind: ThresholdsState["kind"];
  onKind: (kind: ThresholdsState["kind"]) => void;
}

type Tried = DryRun["changes"][number];
const COLOURS = {
  regression: "var(--worse)",
  improvement: "var(--better)",
  change: "var(--unresolved)",
} as const;
const KIND_LABELS = { all: "all", gone: "removed", added: "added" };

export function DryRunResult({ project, run, kind, onKind }: DryRunResultProps) {
  if (isUnderWay(run)) return <Progress run={run} />;
  if (run.state === "failed") {
    return (
      <p role="alert">
        The dry run failed after {formatCount(run.done)} of {formatCount(run.total)} series; the log
        of the server says why. No stored result is affected.
      </p>
    );
  }
  const shown = run.changes.filter(({ what }) => kind === "all" || what === kind);
  return (
    <div className={styles.found}>
      <p aria-live="polite">{dryRunText(run)}</p>
      {run.rules.length < 2 ? null : <ByRule run={run} />}
      {run.changes.length === 0 ? (
        <EmptyState title="No change would be added or removed.">
          What would be found in the stored histories is what is found today.
        </EmptyState>
      ) : (
        <>
          <Select
            isInline
            label="Changes"
            choices={KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={kind}
            onChange={(value) => onKind(value as ThresholdsState["kind"])}
          />
          <Table
            caption="Changes that would be added or removed"
            columns={columnsOf(project, shown)}
            rows={shown}
            rowKey={(change) => `${change.what} ${change.series.id} ${change.position}`}
          />
          <Left run={run} />
        </>
      )}
    </div>
  );
}

function Progress({ run }: { run: DryRun }) {
  if (run.state === "waiting") {
    return (
      <div className={styles.progress} role="status">
        <progress aria-label="Series looked at" />
        <p>The series that would be judged otherwise are being counted.</p>
      </div>
    );
  }
  return (
    <div className={styles.progress} role="status">
      <progress value={run.done} max={run.total} aria-label="Series looked at" />
      <p>
        {formatCount(run.done)} of {formatCount(run.total)} series looked at that would be judged
        otherwise.
      </p>
    </div>
  );
}

function Left({ run }: { run: DryRun }) {
  const left = run.added + run.gone - run.changes.length;
  if (left <= 0) return null;
  return <p className={styles.quiet}>{formatCount(left)} more, smaller than these.</p>;
}

function ByRule({ run }: { run: DryRun }) {
  type Row = DryRun["rules"][number];
  const columns: Column<Row>[] = [
    { id: "number", head: "No.", isNumber: true, cell: ({ number }) => number || "–" },
    { id: "name", head: "Rule", isProse: true, cell: ({ name }) => name },
    { id: "series", head: "Series", isNumber: true, cell: (row) => formatCount(row.series) },
    { id: "gone", head: "Removed", isNumber: true, cell: (row) => formatCount(row.gone) },
    { id: "added", head: "Added", isNumber: true, cell: (row) => formatCount(row.added) },
  ];
  return (
    <Table
      caption="What each rule would do"
      columns={columns}
      rows={run.rules}
      rowKey={({ number }) => number}
    />
  );
}

function columnsOf(project: string, rows: readonly Tried[]): Column<Tried>[] {
  const domain = ratioDomain(rows);
  return [
    { id: "what", head: "Would be", cell: ({ what }) => (what === "gone" ? "removed" : "added") },
    {
      id: "series",
      head: "Series",
      isProse: true,
      sortBy: ({ series }) => `${series.suite} ${series.benchmark} ${series.metric}`,
      cell: ({ series, commit }) => (
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={exploreSearch([series.id], commit?.id)}
        >
          <SeriesName label={series} isFull />
        </Link>
      ),
    },
    {
      id: "effect",
      head: "Effect, 95 % interval",
      term: "interval of a change",
      sortBy: ({ ratio }) => ratio,
      cell: (change) => (
        <>
          {change.kind === "drift" ? "drift, " : null}
          <VerdictText effect={change} quantity={change.series} verdict={change.verdict} />
        </>
      ),
    },
    {
      id: "forest",
      head: "Better or worse, no change at the line",
      cell: (change) => (
        <RatioRow
          {...change}
          domain={domain}
          quantity={change.series}
          colour={COLOURS[change.verdict]}
          isHollow={change.what === "gone"}
        />
      ),
    },
    {
      id: "commit",
      head: "Commit",
      cell: ({ commit }) => (commit === null ? "–" : <CommitLink commit={commit} isShort />),
    },
    {
      id: "change",
      head: "Today",
      cell: ({ change_id }) =>
        change_id === null ? (
          "not found"
        ) : (
          <Link to="/p/$project/changes/$change" params={{ project, change: String(change_id) }}>
            change {change_id}
          </Link>
        ),
    },
    { id: "why", head: "Because", isProse: true, cell: whyText },
    { id: "rule", head: "Rule", cell: actionOf },
  ];
}

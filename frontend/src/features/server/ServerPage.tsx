/** How the server itself does: what is wrong, what waits, and its history; for administrators. */

import type { RecentAgent, ServerFinding, ServerStatus, WaitingTask } from "@/api/types";
import { dateTicks } from "@/charts/frame/ticks";
import { LinesPlot } from "@/charts/lines/LinesPlot";
import { Select } from "@/ui/controls/Select";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { TileFace, tileStyles } from "@/ui/layout/Tile";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { formatCount, formatValue } from "@/units/format";
import { absoluteTime } from "@/units/relativeTime";
import styles from "./Server.module.css";
import { answerOf, chartsOf, tilesOf } from "./serverModel";
import { useServer } from "./serverQuery";
import { HOURS, RANGES, type Range, serverCodec } from "./serverUrl";

const RANGE_NAMES: Record<Range, string> = {
  day: "last 24 hours",
  week: "last 7 days",
  fortnight: "last 14 days",
};

export function ServerPage() {
  const [{ range }, change] = useUrlState(serverCodec);
  const query = useServer(HOURS[range]);
  return (
    <Page
      title="Server"
      answer={answerOf(query.data?.findings)}
      isBusy={query.isPlaceholderData}
      actions={
        <Select
          label="Charts"
          choices={RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))}
          value={range}
          onChange={(text) => change({ range: RANGES.find((one) => one === text) ?? "day" })}
        />
      }
    >
      <QueryBoundary
        query={query}
        failure="The state of the server could not be loaded."
        skeleton={<Skeleton height={720} label="Loading the state of the server" />}
      >
        {(status) => <Whole status={status} />}
      </QueryBoundary>
    </Page>
  );
}

function Whole({ status }: { status: ServerStatus }) {
  return (
    <>
      <Findings findings={status.findings} />
      <ul className={tileStyles.tiles} aria-label="At a glance">
        {tilesOf(status).map((tile) => (
          <li key={tile.name} className={tileStyles.tile}>
            <TileFace {...tile} />
          </li>
        ))}
      </ul>
      <Section title="History" aside={`version ${status.version}`}>
        <Charts status={status} />
      </Section>
      <Section title="Background work">
        {status.waiting.length === 0 ? (
          <p className={styles.quiet}>Nothing waits.</p>
        ) : (
          <Table
            caption="Background work that waits"
            columns={WORK}
            rows={status.waiting}
            rowKey={(one) => one.name}
          />
        )}
      </Section>
      <Section title="Agents" aside="heard of in the last 30 days">
        {status.agents.length === 0 ? (
          <p className={styles.quiet}>No agent reports to this server.</p>
        ) : (
          <Table
            caption="Agents"
            columns={AGENTS}
            rows={status.agents}
            rowKey={(one) => `${one.project}/${one.name}`}
          />
        )}
      </Section>
    </>
  );
}

function Findings({ findings }: { findings: readonly ServerFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="What is wrong">
      {findings.map(({ severity, part, reason, remedy }) => (
        <li
          key={`${part} ${reason}`}
          className={`${styles.finding} ${severity === "fault" ? styles.fault : ""}`}
        >
          <p>
            <strong>
              {severity === "fault" ? "Fault" : "Warning"} ({part}):
            </strong>{" "}
            {reason}.
          </p>
          <p className={styles.remedy}>To do: {remedy}.</p>
        </li>
      ))}
    </ul>
  );
}

function Charts({ status }: { status: ServerStatus }) {
  const [{ tables }, change] = useUrlState(serverCodec);
  const charts = chartsOf(status.points);
  if (charts.length === 0)
    return (
      <EmptyState title="No history yet.">
        The worker measures the server once a minute. Two minutes after a start the charts begin.
      </EmptyState>
    );
  return (
    <div className={styles.charts}>
      {charts.map(({ id, title, unit, lines }) => (
        <LinesPlot
          key={id}
          title={title}
          unit={unit}
          lines={lines.filter(({ points }) => points.length > 0)}
          xName="time"
          xText={(x) => absoluteTime(new Date(x))}
          xTicks={dateTicks}
          height={160}
          tableSwitch={{
            isTable: tables.includes(id),
            onTable: (isTable) => {
              const others = tables.filter((one) => one !== id);
              change({ tables: isTable ? [...others, id] : others });
            },
          }}
        />
      ))}
    </div>
  );
}

const WORK: Column<WaitingTask>[] = [
  { id: "name", head: "Task", isWide: true, cell: (one) => <code>{one.name}</code> },
  { id: "count", head: "Waiting", isNumber: true, cell: (one) => formatCount(one.count) },
  { id: "oldest", head: "Oldest", isNumber: true, cell: (one) => formatValue(one.oldest_s, "s") },
];

const AGENTS: Column<RecentAgent>[] = [
  { id: "name", head: "Agent", isWide: true, cell: (one) => one.name },
  { id: "project", head: "Project", cell: (one) => one.project },
  { id: "silent", head: "Heard", cell: (one) => `${ageText(one.silent_s)} ago` },
];

/** "40 s", "12 min", "3.5 h", "2 d". */
function ageText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${(seconds / 3_600).toFixed(1)} h`
    : `${Math.round(seconds / 86_400)} d`;
}

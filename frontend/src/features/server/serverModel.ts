/** Pure: how the server is → answer, tiles and lines of its charts. */

import type { ServerFinding, ServerPoint, ServerStatus } from "@/api/types";
import type { ChartLine } from "@/charts/lines/linesModel";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatValue } from "@/units/format";
import type { ServerChart } from "./serverUrl";

export interface ServerTile {
  name: string;
  value: string;
  note: string;
  tone: "worse" | "good" | "plain";
}

export interface DrawnChart {
  id: ServerChart;
  title: string;
  unit: string;
  lines: ChartLine[];
}

/** An agent is quiet from here on, in seconds. */
const QUIET_S = 900;
/** Reports that wait longer than this are late, in seconds. */
const LATE_S = 300;

/** "Everything works", or how much is wrong. */
export function answerOf(findings: readonly ServerFinding[] | undefined): string {
  if (findings === undefined) return "Server";
  const faults = findings.filter(({ severity }) => severity === "fault").length;
  const warnings = findings.length - faults;
  const parts = [
    ...(faults > 0 ? [counted(faults, "fault")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return parts.length === 0 ? "Everything works" : parts.join(", ");
}

export function tilesOf({ now, agents }: ServerStatus): ServerTile[] {
  return [
    ...(now === null ? [] : [lagTile(now), paceTile(now), diskTile(now)]),
    agentsTile(agents.filter(({ silent_s }) => silent_s < QUIET_S).length, agents.length),
  ];
}

function lagTile({ reports_waiting, ingestion_lag_s }: ServerPoint): ServerTile {
  const isLate = ingestion_lag_s > LATE_S;
  return {
    name: "Reports waiting",
    value: formatCount(reports_waiting),
    note:
      reports_waiting === 0 ? "all are ingested" : `oldest ${formatValue(ingestion_lag_s, "s")}`,
    tone: isLate ? "worse" : "good",
  };
}

function paceTile({
  requests_per_minute,
  failed_per_minute,
  mean_answer_s,
}: ServerPoint): ServerTile {
  const failed = failed_per_minute ?? 0;
  const mean = mean_answer_s === null ? "" : `mean ${formatValue(mean_answer_s, "s")}, `;
  return {
    name: "Requests a minute",
    value: requests_per_minute === null ? "unknown" : formatValue(requests_per_minute, ""),
    note:
      requests_per_minute === null
        ? "told after the next sample"
        : `${mean}${formatValue(failed, "")} failed`,
    tone: failed > 0 ? "worse" : "plain",
  };
}

function diskTile({ disk_free_bytes, database_bytes }: ServerPoint): ServerTile {
  return {
    name: "Free disk",
    value: disk_free_bytes === null ? "unknown" : formatValue(disk_free_bytes, "B"),
    note: `database ${formatValue(database_bytes, "B")}`,
    tone: "plain",
  };
}

function agentsTile(heard: number, all: number): ServerTile {
  return {
    name: "Agents heard",
    value: formatCount(heard),
    note: all === heard ? "within 15 minutes" : `of ${formatCount(all)} in 30 days`,
    tone: heard < all ? "worse" : "plain",
  };
}

type Value = (point: ServerPoint) => number | null;

/** What is drawn, most asked first; a chart without a point is left out. */
export function chartsOf(points: readonly ServerPoint[]): DrawnChart[] {
  const line = (name: string, value: Value): ChartLine => ({
    name,
    points: points.flatMap((point) => {
      const y = value(point);
      return y === null ? [] : [{ x: Date.parse(point.at), y }];
    }),
  });
  const drawn: DrawnChart[] = [
    {
      id: "requests",
      title: "Requests a minute",
      unit: "",
      lines: [
        line("requests", (one) => one.requests_per_minute),
        line("failed", (one) => one.failed_per_minute),
      ],
    },
    {
      id: "answers",
      title: "Mean time to the beginning of an answer, lower is better",
      unit: "s",
      lines: [line("mean", (one) => one.mean_answer_s)],
    },
    {
      id: "lag",
      title: "Age of the oldest that waits, lower is better",
      unit: "s",
      lines: [
        line("report", (one) => one.ingestion_lag_s),
        line("background work", (one) => one.work_oldest_s),
      ],
    },
    {
      id: "waiting",
      title: "What waits",
      unit: "",
      lines: [
        line("reports", (one) => one.reports_waiting),
        line("background work", (one) => one.work_waiting),
      ],
    },
    {
      id: "disk",
      title: "Free disk",
      unit: "B",
      lines: [line("free", (one) => one.disk_free_bytes)],
    },
    {
      id: "database",
      title: "Size of the database",
      unit: "B",
      lines: [line("database", (one) => one.database_bytes)],
    },
  ];
  return drawn.filter(({ lines }) => lines.some((one) => one.points.length > 1));
}

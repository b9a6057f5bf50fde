/** The numbers of a series chart as a table, newest commit first. */

import { useMemo } from "react";
import type { CommitColumns } from "@/api/types";
import { CommitLink } from "@/ui/links/CommitLink";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { pointAt, type SeriesModel } from "./seriesModel";

interface SeriesTableProps {
  model: SeriesModel;
  commits: CommitColumns;
  names: ReadonlyMap<number, string>;
}

interface Row {
  at: number;
}

export function SeriesTable({ model, commits, names }: SeriesTableProps) {
  const rows = useMemo(() => model.stops.map(({ at }): Row => ({ at })).reverse(), [model]);
  const columns = useMemo(() => columnsOf(model, commits, names), [model, commits, names]);
  return (
    <Table caption="Points of the chart" columns={columns} rows={rows} rowKey={(row) => row.at} />
  );
}

function columnsOf(
  model: SeriesModel,
  commits: CommitColumns,
  names: ReadonlyMap<number, string>,
): Column<Row>[] {
  const commit: Column<Row> = {
    id: "commit",
    head: "Commit",
    cell: ({ at }) => <CommitLink commit={commitAt(commits, at)} isShort />,
  };
  const subject: Column<Row> = {
    id: "subject",
    head: "Subject",
    isWide: true,
    cell: ({ at }) => commits.subject[at] ?? "",
  };
  const series = model.series.map((one): Column<Row> => {
    const scale = scaleForAll(one.history.series.unit, one.history.value);
    const valueAt = (at: number) => one.history.value[pointAt(one, at)?.index ?? -1];
    const unit = scale.label === "" ? "" : ` (${scale.label})`;
    return {
      id: String(one.id),
      head: `${names.get(one.id) ?? one.id}${unit}`,
      isNumber: true,
      sortBy: ({ at }) => valueAt(at),
      cell: ({ at }) => formatIn(valueAt(at), scale),
    };
  });
  return [commit, subject, ...series];
}

function commitAt(commits: CommitColumns, at: number) {
  return {
    name: commits.name[at] ?? "",
    subject: commits.subject[at] ?? "",
    url: commits.url[at] ?? null,
    time: null,
  };
}

/** Published tables, each figure beside the newest that a machine measured of it. */

import type { ClaimDetail, ClaimTableCell, ClaimTableLine } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { ratioText, ratioWithSpan } from "@/ui/words/claimWords";
import { formatValue, MISSING } from "@/units/format";
import styles from "./Claims.module.css";

interface ClaimTablesProps {
  claim: ClaimDetail;
  testbed: string | undefined;
}

export function ClaimTables({ claim, testbed }: ClaimTablesProps) {
  return claim.tables.map((table) => {
    const machine = table.machines.find((one) => one.testbed === testbed) ?? table.machines[0];
    if (machine === undefined) return null;
    const columns = columnsOf(table.heads, machine.lines);
    if (columns.length === 0) return null; // such as counters that the machine does not have
    return (
      <Section key={table.title} title={table.title} aside={table.note || undefined}>
        <Table
          caption={table.title}
          columns={[VARIANT, ...columns]}
          rows={machine.lines}
          rowKey={(row) => row.label}
        />
      </Section>
    );
  });
}

const VARIANT: Column<ClaimTableLine> = {
  id: "variant",
  head: "Variant",
  isProse: true,
  cell: (row) => row.label,
};

/** Without those of which nothing was published or measured. */
function columnsOf(
  heads: readonly string[],
  lines: readonly ClaimTableLine[],
): Column<ClaimTableLine>[] {
  const isHeld = (place: number) =>
    lines.some(({ cells }) => cells[place]?.value != null || cells[place]?.published != null);
  const all = heads.map(
    (head, place): Column<ClaimTableLine> => ({
      id: head,
      head,
      isNumber: true,
      sortBy: (row) => row.cells[place]?.value ?? null,
      cell: (row) => <Figures cell={row.cells[place]} />,
    }),
  );
  return all.filter((_, place) => isHeld(place));
}

function Figures({ cell }: { cell: ClaimTableCell | undefined }) {
  if (cell === undefined || (cell.value === null && cell.published === null)) return MISSING;
  const ratio = ratioOf(cell);
  return (
    <span className={styles.figuresOf}>
      {cell.value === null ? null : <b>{formatValue(cell.value, cell.unit)}</b>}
      {ratio === "" ? null : <span>{ratio}</span>}
      {cell.published === null ? null : (
        <span className={styles.quiet}>
          published {formatValue(cell.published, cell.unit)}
          {cell.published_ratio === null ? null : ` (${ratioText(cell.published_ratio)})`}
        </span>
      )}
    </span>
  );
}

function ratioOf({ ratio, ratio_low: low, ratio_high: high }: ClaimTableCell): string {
  return ratio === null ? "" : ratioWithSpan(ratio, low, high);
}

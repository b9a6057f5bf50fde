import type { Column } from "@/ui/tables/Table";
import { formatIn } from "@/units/format";
import type { Scale } from "@/units/scale";

/** The column of a table of samples that has their values, all in one unit. */
export function valueColumn<Row extends { value: number }>(scale: Scale): Column<Row> {
  return {
    id: "value",
    head: scale.label === "" ? "Value" : `Value (${scale.label})`,
    isNumber: true,
    sortBy: (row) => row.value,
    cell: (row) => formatIn(row.value, scale, 5),
  };
}

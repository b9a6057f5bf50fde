/** State of a machine's page ↔ its query string: which charts are shown as tables. */

import { listOf, type RawSearch, type UrlCodec } from "@/ui/url/urlState";

const CHARTS = ["noise", "control", "level"] as const;
export type MachineChart = (typeof CHARTS)[number];

export interface MachineState {
  tables: readonly MachineChart[];
}

export const machineCodec: UrlCodec<MachineState> = {
  parse: (raw) => ({ tables: CHARTS.filter((chart) => listOf(raw, "table").includes(chart)) }),
  format: ({ tables }) => {
    const raw: RawSearch = {};
    if (tables.length > 0) raw.table = [...tables];
    return raw;
  },
};

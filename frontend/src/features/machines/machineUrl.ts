/** State of a machine's page ↔ its query string: which charts are shown as tables. */

import { codecOf, type StateOf, someOf, under } from "@/ui/url/urlFields";

const CHARTS = ["noise", "control", "level"] as const;
export type MachineChart = (typeof CHARTS)[number];

export const machineCodec = codecOf({ tables: under("table", someOf(CHARTS)) });
export type MachineState = StateOf<typeof machineCodec>;

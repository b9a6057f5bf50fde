/** State of the server's page ↔ its query string. */

import { codecOf, oneOf, someOf, under } from "@/ui/url/urlFields";

export const RANGES = ["day", "week", "fortnight"] as const;
export type Range = (typeof RANGES)[number];
export const HOURS: Record<Range, number> = { day: 24, week: 168, fortnight: 336 };
const CHARTS = ["requests", "answers", "lag", "waiting", "disk", "database"] as const;
export type ServerChart = (typeof CHARTS)[number];

/** How far back charts go, and which are shown as tables. */
export const serverCodec = codecOf({
  range: oneOf(RANGES),
  tables: under("table", someOf(CHARTS)),
});

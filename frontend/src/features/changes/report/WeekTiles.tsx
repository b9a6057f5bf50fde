/** Four numbers of a week. */

import type { TriageReport } from "@/api/types";
import { TileFace, tileStyles } from "@/ui/layout/Tile";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";

export function WeekTiles({ report }: { report: TriageReport }) {
  const { new: opened, found, waiting, ended, better } = report;
  const tiles = [
    {
      name: "New regressions",
      rows: opened,
      note:
        found.length === 0
          ? "found this week"
          : `and ${counted(found.length, "change")} in history`,
      tone: opened.length > 0 ? "worse" : "good",
    },
    { name: "Still open", rows: waiting, note: "from before", tone: "plain" },
    { name: "Closed", rows: ended, note: "fixed, accepted or no change", tone: "good" },
    {
      name: "Improvements",
      rows: better,
      note: "found this week",
      tone: better.length > 0 ? "better" : "plain",
    },
  ] as const;
  return (
    <ul className={tileStyles.tiles} aria-label="At a glance">
      {tiles.map(({ name, rows, note, tone }) => (
        <li key={name} className={tileStyles.tile}>
          <TileFace name={name} value={formatCount(rows.length)} note={note} tone={tone} />
        </li>
      ))}
    </ul>
  );
}

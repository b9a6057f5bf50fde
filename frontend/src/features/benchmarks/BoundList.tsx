/** How the shown series stand to the references and budgets of the project, a line each. */

import { Link } from "@tanstack/react-router";
import type { HeldBounds } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { SeriesName } from "@/ui/links/SeriesName";
import styles from "./Benchmarks.module.css";

const STATES = {
  kept: { tone: "better", word: "kept" },
  broken: { tone: "worse", word: "broken" },
  unsure: { tone: "plain", word: "undecided" },
} as const;

interface BoundListProps {
  project: string;
  held: HeldBounds | undefined;
}

export function BoundList({ project, held }: BoundListProps) {
  if (held === undefined || held.references.length + held.budgets.length === 0) return null;
  return (
    <ul className={styles.changes} aria-label="References and budgets">
      {held.references.map(({ series, reference, sentence }) => (
        <li key={`${series.id} ${reference}`}>
          <span>
            Since <b>{reference}</b>: {sentence}
          </span>
          <SeriesName label={series} isFull />
        </li>
      ))}
      {held.budgets.map(({ series, budget, state, sentence }) => (
        <li key={`${series.id} ${budget}`}>
          <span>
            <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>{" "}
            <Link to="/p/$project/settings/thresholds" params={{ project }}>
              {budget}
            </Link>
            : {state === "kept" ? sentence : sentence.replace(/^[^:]*: /, "")}
          </span>
          <SeriesName label={series} isFull />
        </li>
      ))}
    </ul>
  );
}

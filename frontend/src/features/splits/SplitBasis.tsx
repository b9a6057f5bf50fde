/** On which runs, commits and pairs a split rests, and what happened to it. */

import { Link } from "@tanstack/react-router";
import type { SplitDetail, SplitSide } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { CommitLink } from "@/ui/links/CommitLink";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Splits.module.css";
import { compareSearch } from "./splitsModel";

const MEASURED = {
  "in turns": "Both sides were measured in paired rounds.",
  "in one run": "Both sides come from one run.",
  "in runs apart": "Both sides come from separate runs.",
  published: "Published figures: there are no samples to look at.",
} as const;

export function SplitBasis({ project, split }: { project: string; split: SplitDetail }) {
  const search = compareSearch(split);
  return (
    <div className={styles.columns}>
      <Section title="Data">
        <Panel>
          <p>
            {MEASURED[split.measured]} {split.basis}.
          </p>
          {split.source === "" ? null : <p>Source: {split.source}</p>}
          <dl className={styles.sides}>
            <Side project={project} title="Contender" side={split.contender} />
            <Side project={project} title="Baseline" side={split.baseline} />
          </dl>
          {search === null ? null : (
            <p>
              <Link to="/p/$project/compare" params={{ project }} search={search as never}>
                {isOfOneRunEach(split)
                  ? "Compare both sides row by row"
                  : "Compare the two runs next to the commit"}
              </Link>
            </p>
          )}
          {split.sentences.length === 0 ? null : (
            <details>
              <summary>In full sentences</summary>
              <ul className={styles.sentences}>
                {split.sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </details>
          )}
        </Panel>
      </Section>
      {split.events.length === 0 ? null : <Events split={split} />}
    </div>
  );
}

/** The comparison holds one run against one; a split between commits rests on several of each. */
function isOfOneRunEach({ baseline, contender }: SplitDetail): boolean {
  return [baseline, contender].every((side) => side === null || side.runs.length <= 1);
}

function Events({ split }: { split: SplitDetail }) {
  return (
    <Section title="History">
      <Panel>
        <ol className={styles.list} reversed>
          {split.events.map((event) => (
            <li key={`${event.at} ${event.action}`}>
              <RelativeTime at={event.at} /> {event.actor} <strong>{event.action}</strong>
              {event.text === "" ? "" : `: ${event.text}`}
              {event.headline === "" ? null : (
                <>
                  <br />
                  <span className={styles.quiet}>Then: {event.headline}</span>
                </>
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </Section>
  );
}

interface SideProps {
  project: string;
  title: string;
  side: SplitSide | null;
}

const SHOWN = 5;

function Side({ project, title, side }: SideProps) {
  if (side === null) return null;
  const values = Object.entries(side.parameters).map(
    ([name, of]) => `${name} = ${of.join(" or ")}`,
  );
  const more = side.run_count - SHOWN;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {values.length === 0 ? side.asked : values.join(", ")}
        {side.runs.slice(0, SHOWN).map((run) => (
          <div key={run.id} className={styles.facts}>
            <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
              Run {run.id}
            </Link>
            <CommitLink commit={run.commit} />
            <span>
              {run.suite} on {run.testbed}
            </span>
            <RelativeTime at={run.started_at} />
          </div>
        ))}
        {more > 0 ? <span className={styles.quiet}>and {formatCount(more)} more runs</span> : null}
      </dd>
    </>
  );
}

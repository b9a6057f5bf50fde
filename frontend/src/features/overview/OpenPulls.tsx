/** Pull requests that are not merged yet: what each came to, in a line. */

import { Link } from "@tanstack/react-router";
import type { Overview } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { Section } from "@/ui/layout/Page";
import { PULL_STATES, pullName, pullTitle } from "@/ui/words/pullWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Overview.module.css";

interface OpenPullsProps {
  project: string;
  pulls: Overview["pulls"];
}

export function OpenPulls({ project, pulls: { rows, total } }: OpenPullsProps) {
  if (total === 0) return null;
  return (
    <Section
      title="Open pull requests"
      aside={
        <Link to="/p/$project/pull-requests" params={{ project }}>
          {total > rows.length ? `All ${formatCount(total)}` : "All pull requests"}
        </Link>
      }
    >
      <ul className={styles.causes}>
        {rows.map((pull) => (
          <li key={pull.id} className={styles.cause}>
            <p>
              <Link
                to="/p/$project/pull-requests/$pull"
                params={{ project, pull: String(pull.id) }}
              >
                {pullName(pull)} {pullTitle(pull)}
              </Link>{" "}
              <Badge tone={PULL_STATES[pull.state].tone}>{PULL_STATES[pull.state].word}</Badge>
            </p>
            <p className={styles.quiet}>
              {pull.headline === "" ? null : `${pull.headline}; `}
              {pull.author === "" ? null : `by ${pull.author}, `}
              {pull.judged_at === null ? (
                "not judged yet"
              ) : (
                <>
                  judged <RelativeTime at={pull.judged_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

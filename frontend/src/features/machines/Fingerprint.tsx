/** What a machine is, and how that differed over time. */

import type { FingerprintRevision } from "@/api/types";
import { attributeName, attributeText, listedAttributes } from "@/ui/words/attributes";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Machines.module.css";
import { differences } from "./machinesModel";

export function Fingerprint({ revision }: { revision: FingerprintRevision }) {
  return (
    <dl className={styles.attributes}>
      {listedAttributes(revision.attributes).map(({ name, value, isLong }) => (
        <div key={name} data-long={isLong || undefined}>
          <dt>{attributeName(name)}</dt>
          <dd title={String(value)}>{attributeText(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RevisionsProps {
  revisions: readonly FingerprintRevision[];
  /** What the machine is now. */
  current: FingerprintRevision | null;
}

/** By first sight, newest first; each with what differs from the one before it. */
export function Revisions({ revisions, current }: RevisionsProps) {
  if (revisions.length < 2) return null;
  return (
    <div>
      <h3 className={styles.subhead}>Changes of the environment</h3>
      <ol className={styles.revisions}>
        {revisions.map((revision, index) => (
          <li key={revision.id}>
            <span className={styles.glyph} aria-hidden="true">
              ◆
            </span>
            <RelativeTime at={revision.first_seen_at} />
            <div>
              <RevisionText revision={revision} before={revisions[index + 1]} />
              {index === 0 && current !== null && current.id !== revision.id ? (
                <p className={styles.quiet}>
                  no more: last measured <RelativeTime at={revision.last_run_at} />
                </p>
              ) : null}
              {index > 0 && current?.id === revision.id ? (
                <p className={styles.quiet}>
                  the machine is like this again, last measured{" "}
                  <RelativeTime at={revision.last_run_at} />
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface RevisionTextProps {
  revision: FingerprintRevision;
  before: FingerprintRevision | undefined;
}

function RevisionText({ revision, before }: RevisionTextProps) {
  const changes = differences(revision, before);
  if (changes.length === 0) return <span className={styles.quiet}>first seen</span>;
  return (
    <ul className={styles.differences}>
      {changes.map((change) => (
        <li key={change.name}>
          {attributeName(change.name)}: {change.before} → {change.after}
        </li>
      ))}
    </ul>
  );
}

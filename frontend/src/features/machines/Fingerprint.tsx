/** What a machine is, and how that differed over time. */

import type { FingerprintRevision } from "@/api/types";
import { attributeName, attributeText, listedAttributes } from "@/ui/words/attributes";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Machines.module.css";
import { differences } from "./machinesModel";

/** One line, "Example 9000, 2 attributes", which opens to all of it. */
export function Fingerprint({ revision: { attributes } }: { revision: FingerprintRevision }) {
  const model = attributeText("cpu_model", attributes.cpu_model);
  return (
    <details>
      <summary>
        {model}, {counted(Object.keys(attributes).length, "attribute")}
      </summary>
      <Attributes attributes={attributes} />
    </details>
  );
}

function Attributes({ attributes }: Pick<FingerprintRevision, "attributes">) {
  return (
    <dl className={styles.attributes}>
      {listedAttributes(attributes).map(({ name, value, isLong }) => (
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

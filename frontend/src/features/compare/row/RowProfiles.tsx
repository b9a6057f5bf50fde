/** Profiles of a variant on both sides, and the address of their difference. */

import { Link } from "@tanstack/react-router";
import type { ComparedDetail, Profile } from "@/api/types";
import { formatCount } from "@/units/format";
import styles from "../Compare.module.css";

export function RowProfiles({ project, detail }: { project: string; detail: ComparedDetail }) {
  const { baseline_profiles: before, contender_profiles: after } = detail;
  const pair = pairOf(before, after);
  return (
    <section aria-label="Profiles" className={styles.part}>
      <h3>Profiles</h3>
      {before.length + after.length === 0 ? (
        <p className={styles.quiet}>Neither side has a profile of this variant.</p>
      ) : (
        <ul className={styles.remarks}>
          {pair === null ? null : (
            <li>
              <Link
                to="/p/$project/profiles/$profile"
                params={{ project, profile: String(pair.after.id) }}
                search={{ base: String(pair.before.id) } as never}
              >
                Differential flame graph
              </Link>
            </li>
          )}
          <Listed project={project} side="baseline" profiles={before} />
          <Listed project={project} side="contender" profiles={after} />
        </ul>
      )}
    </section>
  );
}

/** The newest profiles of both sides that count the same. */
function pairOf(before: readonly Profile[], after: readonly Profile[]) {
  for (const one of [...after].reverse()) {
    const other = [...before]
      .reverse()
      .find(({ kind, unit }) => kind === one.kind && unit === one.unit);
    if (other !== undefined) return { before: other, after: one };
  }
  return null;
}

interface ListedProps {
  project: string;
  side: string;
  profiles: readonly Profile[];
}

function Listed({ project, side, profiles }: ListedProps) {
  if (profiles.length === 0) return <li className={styles.quiet}>none of the {side}</li>;
  return profiles.map((one) => (
    <li key={one.id}>
      <Link to="/p/$project/profiles/$profile" params={{ project, profile: String(one.id) }}>
        {side}, run {one.run}
      </Link>{" "}
      <span className={styles.quiet}>
        {one.kind}, {formatCount(one.samples)} samples
      </span>
    </li>
  ));
}

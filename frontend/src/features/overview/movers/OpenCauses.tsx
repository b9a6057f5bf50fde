/** What waits for a person, one row per cause, worst first. */

import type { AlertGroup } from "@/api/types";
import { GroupLine } from "@/ui/links/GroupLine";
import styles from "../Overview.module.css";

interface OpenCausesProps {
  project: string;
  groups: readonly AlertGroup[];
  /** When the reader looked last; later ones are marked. */
  since: string | null;
}

export function OpenCauses({ project, groups, since }: OpenCausesProps) {
  if (groups.length === 0) return null;
  return (
    <ul className={styles.causes}>
      {groups.map((group) => (
        <li key={group.lead.id} className={styles.cause}>
          <GroupLine
            project={project}
            group={group}
            isNew={since !== null && group.changed_at > since}
          />
        </li>
      ))}
    </ul>
  );
}

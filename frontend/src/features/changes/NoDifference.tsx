/** Why nothing leads to the difference of the code, where an address of the repository would. */

import { Link } from "@tanstack/react-router";
import { useMay, useSession } from "@/api/session";
import type { CommitRef } from "@/api/types";
import styles from "./Changes.module.css";

/** What a forge finds by its name alone; releases need an address of their own. */
const HASH = /^[0-9a-f]{7,64}$/;

interface NoDifferenceProps {
  project: string;
  commits: readonly CommitRef[];
}

export function NoDifference({ project, commits }: NoDifferenceProps) {
  const { data } = useSession();
  const mayChange = useMay(project, "configure");
  const own = data?.projects.find(({ slug }) => slug === project);
  const isUnknown = own !== undefined && !own.repository_url;
  const wouldHelp = commits.length > 0 && commits.every(({ name, url }) => !url && HASH.test(name));
  if (!isUnknown || !wouldHelp) return null;
  return (
    <p className={styles.quiet}>
      No diff is linked here because the address of the project's repository is not known:{" "}
      {mayChange ? "give it" : "an administrator gives it"} in the{" "}
      <Link to="/p/$project/settings" params={{ project }}>
        settings
      </Link>
      .
    </p>
  );
}

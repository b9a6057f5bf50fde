/** The pinned views of a project as a row of links; nothing while there are none. */

import { useQuery } from "@tanstack/react-query";
import { Section } from "@/ui/layout/Page";
import { AddressLink } from "./AddressLink";
import styles from "./PinnedViews.module.css";
import { pinnedViewsOptions } from "./pinnedViews";

export function PinnedViews({ project }: { project: string }) {
  const { data: views = [] } = useQuery(pinnedViewsOptions(project));
  if (views.length === 0) return null;
  return (
    <Section
      title="Pinned views"
      aside={<AddressLink address={`/p/${project}/views`}>All views</AddressLink>}
    >
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.id}>
            <AddressLink address={view.address} className={styles.view}>
              {view.name}
            </AddressLink>
            <span className={styles.page}>{view.page}</span>
            {view.note === "" ? null : <p className={styles.note}>{view.note}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The causes that came and went since the reader looked last; nothing while there are none. */

import type { Overview } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { OpenCauses } from "./OpenCauses";
import styles from "./Overview.module.css";

interface SinceLastVisitProps {
  project: string;
  news: Overview["news"];
}

export function SinceLastVisit({ project, news: { appeared, ended } }: SinceLastVisitProps) {
  if (appeared.length === 0 && ended.length === 0) return null;
  return (
    <Section title="Since your last visit">
      {appeared.length === 0 ? null : (
        <OpenCauses project={project} groups={appeared} since={null} />
      )}
      {ended.length === 0 ? null : (
        <>
          <h3 className={styles.subhead}>No longer open</h3>
          <OpenCauses project={project} groups={ended} since={null} />
        </>
      )}
    </Section>
  );
}

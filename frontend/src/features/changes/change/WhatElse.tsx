/** What else may explain the step: the binary first, then work, machine, toolchain, and profiles. */

import { Link } from "@tanstack/react-router";
import type { ChangePoint, Surroundings } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { runSides } from "@/ui/url/pageLinks";
import styles from "../Changes.module.css";
import { surroundingsText } from "./changeModel";

type Attribute = Surroundings["attributes"][number];

const COLUMNS: Column<Attribute>[] = [
  { id: "name", head: "Differs", cell: ({ name }) => name },
  {
    id: "before",
    head: "Before",
    isProse: true,
    cell: ({ before }) => String(before ?? "not given"),
  },
  { id: "after", head: "After", isProse: true, cell: ({ after }) => String(after ?? "not given") },
];

interface WhatElseProps {
  project: string;
  change: ChangePoint;
  surroundings: Surroundings;
  /** The change is not the one that the page is about, but one of the same cause that tells more. */
  isOfAnother?: boolean;
}

export function WhatElse({ project, change, surroundings, isOfAnother = false }: WhatElseProps) {
  const { before, after, neighbours, attributes } = surroundings;
  return (
    <Section title="Why">
      {isOfAnother ? (
        <p>
          By{" "}
          <Link to="/p/$project/changes/$change" params={{ project, change: String(change.id) }}>
            change {change.id}
          </Link>
          , <SeriesName label={change.series} isFull />, whose reports show the most.
        </p>
      ) : null}
      <ul className={styles.findings}>
        {surroundingsText(change, surroundings).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {attributes.length === 0 ? null : (
        <Table
          caption="Environment and machine, before and after"
          columns={COLUMNS}
          rows={attributes}
          rowKey={({ name }) => name}
        />
      )}
      <p className={styles.links}>
        {neighbours.before === null || neighbours.at === null ? null : (
          <Link
            to="/p/$project/compare"
            params={{ project }}
            search={runSides(neighbours.before, neighbours.at)}
          >
            Compare the runs before and after
          </Link>
        )}
        <ProfileLink project={project} before={before.profile_id} after={after.profile_id} />
      </p>
    </Section>
  );
}

interface ProfileLinkProps {
  project: string;
  before: number | null;
  after: number | null;
}

function ProfileLink({ project, before, after }: ProfileLinkProps) {
  if (before === null || after === null) {
    const sides = [before === null ? "before" : "", after === null ? "after" : ""];
    return (
      <span className={styles.quiet}>
        No differential flame graph: no run {sides.filter(Boolean).join(" or ")} the change has a
        profile.
      </span>
    );
  }
  return (
    <Link
      to="/p/$project/profiles/$profile"
      params={{ project, profile: String(after) }}
      search={{ base: String(before) }}
    >
      Differential flame graph
    </Link>
  );
}

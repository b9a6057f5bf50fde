/** Causes one below the other: what happened, its shape, and on demand everything that moved. */

import { useMemo } from "react";
import type { ChangeGroup } from "@/api/types";
import { Sparkline } from "@/charts/Sparkline";
import { Button } from "@/ui/Button";
import { toneOf } from "@/ui/ChangeEffect";
import { GroupLine } from "@/ui/GroupLine";
import styles from "./Changes.module.css";
import { type Shape, shapesOf } from "./changesModel";
import { useShapes } from "./changesQuery";
import { MovedTable } from "./MovedTable";

interface GroupRowsProps {
  project: string;
  groups: readonly ChangeGroup[];
  /** The opened group, by its worst change. */
  opened: number | null;
  onOpen: (lead: number | null) => void;
  chosen: ReadonlySet<number>;
  /** Absent for who may not judge. */
  onChoose: ((lead: number) => void) | undefined;
}

export function GroupRows({ groups, ...rest }: GroupRowsProps) {
  const ids = useMemo(() => [...new Set(groups.map(({ lead }) => lead.series.id))], [groups]);
  const histories = useShapes(rest.project, ids);
  const shapes = useMemo(() => shapesOf(histories), [histories]);
  return (
    <ul className={styles.rows}>
      {groups.map((group) => (
        <GroupRow
          key={group.lead.id}
          group={group}
          shape={shapes.get(group.lead.series.id)}
          {...rest}
        />
      ))}
    </ul>
  );
}

type GroupRowProps = Omit<GroupRowsProps, "groups"> & {
  group: ChangeGroup;
  shape: Shape | undefined;
};

function GroupRow({ project, group, shape, opened, onOpen, chosen, onChoose }: GroupRowProps) {
  const { lead, members, series } = group;
  const isOpen = opened === lead.id;
  const name = `${lead.series.benchmark} ${lead.series.metric}`;
  return (
    <li
      className={styles.row}
      data-cause={lead.id}
      data-selected={chosen.has(lead.id) || undefined}
    >
      <div className={styles.head}>
        {onChoose === undefined ? null : (
          <input
            type="checkbox"
            aria-label={`Choose ${name}, change ${lead.id}`}
            checked={chosen.has(lead.id)}
            onChange={() => onChoose(lead.id)}
          />
        )}
        <div className={styles.words}>
          <GroupLine project={project} group={group} />
        </div>
        <ShapeLine group={group} shape={shape} />
        <Button
          kind="quiet"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : `${series} series: show`} what moved with ${name}, change ${lead.id}`}
          onClick={() => onOpen(isOpen ? null : lead.id)}
        >
          {isOpen ? "Hide" : `${series} series`}
        </Button>
      </div>
      {isOpen ? (
        <MovedTable
          project={project}
          members={members}
          total={group.ids.length}
          caption={`What moved with ${name}`}
        />
      ) : null}
    </li>
  );
}

function ShapeLine({ group: { lead }, shape }: { group: ChangeGroup; shape: Shape | undefined }) {
  if (shape === undefined) return <span className={styles.place} aria-hidden="true" />;
  const index = shape.indexOf.get(lead.commit.id);
  return (
    <Sparkline
      values={shape.values}
      changeAt={index === undefined ? [] : [index]}
      tone={toneOf(lead)}
      label={`History of ${lead.series.benchmark} ${lead.series.metric}`}
      width={160}
      height={36}
    />
  );
}

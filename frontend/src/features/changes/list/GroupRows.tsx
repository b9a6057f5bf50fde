/** Alert groups one below the other: what happened, its shape, and on demand everything that moved. */

import { useMemo } from "react";
import type { AlertGroup } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { Button } from "@/ui/controls/Button";
import { GroupLine } from "@/ui/links/GroupLine";
import { toneOf } from "@/ui/words/ChangeEffect";
import styles from "../Changes.module.css";
import { keyOf, type Shape, shapesOf } from "../changesModel";
import { useShapes } from "../changesQuery";
import { MovedTable } from "../MovedTable";

interface GroupRowsProps {
  project: string;
  groups: readonly AlertGroup[];
  opened: string | null;
  onOpen: (key: string | null) => void;
  chosen: ReadonlySet<string>;
  /** Absent for who may not judge. */
  onChoose: ((key: string) => void) | undefined;
}

export function GroupRows({ groups, ...rest }: GroupRowsProps) {
  const ids = useMemo(() => [...new Set(groups.map(({ lead }) => lead.series.id))], [groups]);
  const histories = useShapes(rest.project, ids);
  const shapes = useMemo(() => shapesOf(histories), [histories]);
  return (
    <ul className={styles.rows}>
      {groups.map((group) => (
        <GroupRow
          key={keyOf(group)}
          group={group}
          shape={shapes.get(group.lead.series.id)}
          {...rest}
        />
      ))}
    </ul>
  );
}

type GroupRowProps = Omit<GroupRowsProps, "groups"> & {
  group: AlertGroup;
  shape: Shape | undefined;
};

function GroupRow({ project, group, shape, opened, onOpen, chosen, onChoose }: GroupRowProps) {
  const { lead, members, series } = group;
  const key = keyOf(group);
  const isOpen = opened === key;
  const name = `${lead.series.benchmark} ${lead.series.metric}`;
  return (
    <li className={styles.row} data-cause={key} data-selected={chosen.has(key) || undefined}>
      <div className={styles.head}>
        {onChoose === undefined || group.number === null ? null : (
          <input
            type="checkbox"
            aria-label={`Choose ${name}, change ${lead.id}`}
            checked={chosen.has(key)}
            onChange={() => onChoose(key)}
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
          onClick={() => onOpen(isOpen ? null : key)}
        >
          {isOpen ? "Hide" : `${series} series`}
        </Button>
      </div>
      {isOpen ? (
        <MovedTable
          project={project}
          members={members}
          total={group.changes}
          caption={`What moved with ${name}`}
        />
      ) : null}
    </li>
  );
}

export function ShapeLine({
  group: { lead },
  shape,
}: {
  group: AlertGroup;
  shape: Shape | undefined;
}) {
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

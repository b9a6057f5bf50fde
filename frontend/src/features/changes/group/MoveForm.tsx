/** Moves chosen series to a change of their own or another one, or merges the whole change. */

import { type RefObject, useRef, useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { NumberField } from "@/ui/controls/NumberField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Popup } from "@/ui/layout/Popup";
import { counted } from "@/ui/words/countWords";
import styles from "./GroupActions.module.css";
import { useMoveChanges } from "./groupQuery";

interface MoveFormProps {
  project: string;
  group: AlertGroup;
  near: readonly AlertGroup[];
  /** Ids of the series in the table below; none: the whole change. */
  chosen: ReadonlySet<number>;
  onDone?: () => void;
}

interface MoveChosenProps extends MoveFormProps {
  /** Where the focus goes after a move: nothing is chosen then, and the button cannot hold it. */
  list: RefObject<HTMLElement | null>;
}

/** Beside the table where series are chosen: the form lies over the page, so nothing moves. */
export function MoveChosen({ onDone, list, ...props }: MoveChosenProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isMoved = useRef(false);
  const mayMove = useMay(props.project, "triage");
  const { size } = props.chosen;
  const open = (isWanted: boolean) => {
    isMoved.current = false;
    setIsOpen(isWanted);
  };
  // the last but one was moved: it stays until its panel has given the focus back
  if (!mayMove || (props.group.members.length < 2 && !isOpen)) return null;
  const done = () => {
    isMoved.current = true;
    setIsOpen(false);
    onDone?.();
  };
  const label = size === 0 ? "Move selected" : `Move ${counted(size, "series", "series")}`;
  return (
    <Popup
      label={label}
      isOpen={isOpen}
      onOpenChange={open}
      focusAfter={() => (isMoved.current ? list.current : null)}
      trigger={<Button disabled={size === 0}>{label}</Button>}
    >
      <MoveForm {...props} onDone={done} />
    </Popup>
  );
}

export function MoveForm({ project, group, near, chosen, onDone }: MoveFormProps) {
  const [to, setTo] = useState(near[0]?.number ?? 0);
  const move = useMoveChanges(project);
  const isAll = chosen.size === 0;
  const go = (target: number | null) => {
    const wanted = isAll ? { groups: [group.number ?? 0] } : { changes: [...chosen] };
    move.mutate({ ...wanted, to: target }, { onSuccess: () => onDone?.() });
  };
  return (
    <div className={styles.fields}>
      <div className={styles.target}>
        <NumberField
          label={isAll ? "Into change number" : "To change number"}
          value={to}
          read={(text) => (/^\d{1,12}$/.test(text) ? Number(text) : 0)}
          write={(value) => (value === 0 ? "" : String(value))}
          onChange={setTo}
        />
        <Button disabled={to === 0 || to === group.number || move.isPending} onClick={() => go(to)}>
          {isAll ? "Merge" : "Move"}
        </Button>
      </div>
      {isAll ? null : (
        <Button
          disabled={chosen.size >= group.members.length || move.isPending}
          onClick={() => go(null)}
        >
          Split off as a new change
        </Button>
      )}
      {isAll && group.members.length > 1 ? (
        <p className={styles.hint}>To move single series, select them in the table.</p>
      ) : null}
      <ErrorState error={move.error} what="Nothing was moved." />
    </div>
  );
}

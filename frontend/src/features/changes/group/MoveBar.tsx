/** Puts chosen changes into a group of their own or another one, or the whole group into another. */

import { useState } from "react";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { NumberField } from "@/ui/controls/NumberField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { counted } from "@/ui/words/countWords";
import styles from "../Changes.module.css";
import { useMoveChanges } from "./groupQuery";

interface MoveBarProps {
  project: string;
  group: AlertGroup;
  near: readonly AlertGroup[];
  chosen: ReadonlySet<number>;
  onDone: () => void;
}

export function MoveBar({ project, group, near, chosen, onDone }: MoveBarProps) {
  const [to, setTo] = useState(near[0]?.number ?? 0);
  const move = useMoveChanges(project);
  const isAll = chosen.size === 0;
  const what = isAll ? "the whole group" : counted(chosen.size, "change", "changes");
  const go = (target: number | null) => {
    const wanted = isAll ? { groups: [group.number ?? 0] } : { changes: [...chosen] };
    move.mutate({ ...wanted, to: target }, { onSuccess: onDone });
  };
  return (
    <>
      <div className={styles.bulk} role="toolbar" aria-label="Move changes">
        <Button
          disabled={isAll || chosen.size >= group.members.length || move.isPending}
          onClick={() => go(null)}
        >
          Split off {isAll ? "chosen changes" : what}
        </Button>
        <NumberField
          label="Alert group"
          value={to}
          read={(text) => (/^\d{1,12}$/.test(text) ? Number(text) : 0)}
          write={(value) => (value === 0 ? "" : String(value))}
          onChange={setTo}
        />
        <Button disabled={to === 0 || to === group.number || move.isPending} onClick={() => go(to)}>
          {isAll ? "Merge into it" : `Move ${what} there`}
        </Button>
      </div>
      <ErrorState error={move.error} what="Nothing was moved." />
    </>
  );
}

/** Moves chosen series to a change of their own or another one, or merges the whole change. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { NumberField } from "@/ui/controls/NumberField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { counted } from "@/ui/words/countWords";
import styles from "../Changes.module.css";
import { useMoveChanges } from "./groupQuery";

interface MoveFormProps {
  project: string;
  group: AlertGroup;
  near: readonly AlertGroup[];
  /** Ids of the series in the table below; none: the whole change. */
  chosen: ReadonlySet<number>;
  onDone: () => void;
}

export function MoveForm({ project, group, near, chosen, onDone }: MoveFormProps) {
  const [to, setTo] = useState(near[0]?.number ?? 0);
  const move = useMoveChanges(project);
  const mayMove = useMay(project, "triage");
  if (!mayMove) return null;
  const isAll = chosen.size === 0;
  const what = counted(chosen.size, "series", "series");
  const go = (target: number | null) => {
    const wanted = isAll ? { groups: [group.number ?? 0] } : { changes: [...chosen] };
    move.mutate({ ...wanted, to: target }, { onSuccess: onDone });
  };
  return (
    <Section title="Move">
      <div className={styles.bulk} role="toolbar" aria-label="Move changes">
        <NumberField
          label="Change number"
          value={to}
          read={(text) => (/^\d{1,12}$/.test(text) ? Number(text) : 0)}
          write={(value) => (value === 0 ? "" : String(value))}
          onChange={setTo}
        />
        <Button disabled={to === 0 || to === group.number || move.isPending} onClick={() => go(to)}>
          {isAll ? "Merge" : `Move ${what} there`}
        </Button>
        {isAll ? null : (
          <Button
            disabled={chosen.size >= group.members.length || move.isPending}
            onClick={() => go(null)}
          >
            Split off {what}
          </Button>
        )}
      </div>
      {isAll && group.members.length > 1 ? (
        <p className={styles.quiet}>Select series below to move only those.</p>
      ) : null}
      <ErrorState error={move.error} what="Nothing was moved." />
    </Section>
  );
}

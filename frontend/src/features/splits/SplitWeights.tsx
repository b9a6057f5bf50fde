/** What share of your load each member or tag is; every change is judged again and stands in the address. */

import { useEffect, useId, useRef, useState } from "react";
import { useMay } from "@/api/session";
import type { SplitDetail } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatPercent } from "@/units/format";
import type { ChangeSplit } from "./SplitPage";
import styles from "./Splits.module.css";
import { useSaveWeights } from "./splitsQuery";
import type { SplitState } from "./splitUrl";
import { changedWeights, mostWeight, type Weighable, weighables } from "./weightsModel";

interface SplitWeightsProps {
  project: string;
  split: SplitDetail;
  state: SplitState;
  /** The split is still judged by the weights before. */
  isOld: boolean;
  onChange: ChangeSplit;
}

/** The rest is folded; of thousands nobody moves a slider each. */
const [SHOWN, MOST] = [10, 100];

export function SplitWeights(props: SplitWeightsProps) {
  const { project, split, state, isOld, onChange } = props;
  const maySave = useMay(project, "triage");
  const rows = weighables(split, state);
  const hasTags = split.tags.length > 0;
  const set = (key: string, weight: number) =>
    onChange({ weights: changedWeights(split, state, key, weight) }, { isReplacing: true });
  const most = mostWeight(rows);
  const rowOf = (row: Weighable) => (
    <WeightRow key={row.key} row={row} most={most} onChange={set} />
  );
  return (
    <Section
      title="Weights"
      aside="Share of your load; 0 leaves out. A variant's metrics share its weight"
    >
      <Panel>
        <div className={styles.controls}>
          {hasTags ? (
            <Select
              label="Weigh by"
              choices={[
                { value: "members", label: "member" },
                { value: "tags", label: `tag (${split.group})` },
              ]}
              value={state.weighBy}
              onChange={(by) =>
                onChange({ weighBy: by === "tags" ? "tags" : "members", weights: null })
              }
            />
          ) : null}
          <Button disabled={state.weights === null} onClick={() => onChange({ weights: null })}>
            As saved
          </Button>
          {split.id === null || !maySave ? null : <Save {...props} id={split.id} />}
        </div>
        <div className={styles.weights} aria-busy={isOld}>
          {rows.slice(0, SHOWN).map(rowOf)}
        </div>
        {rows.length <= SHOWN ? null : (
          <details>
            <summary>{counted(rows.length - SHOWN, "more member", "more members")}</summary>
            <div className={styles.weights} aria-busy={isOld}>
              {rows.slice(SHOWN, MOST).map(rowOf)}
            </div>
            {rows.length <= MOST ? null : (
              <p className={styles.quiet}>
                {formatCount(rows.length - MOST)} more: weigh them by tag, or in the address.
              </p>
            )}
          </details>
        )}
      </Panel>
    </Section>
  );
}

interface WeightRowProps {
  row: Weighable;
  most: number;
  onChange: (key: string, weight: number) => void;
}

function WeightRow({ row, most, onChange }: WeightRowProps) {
  const id = useId();
  /** What is being typed or dragged, ahead of the address; null: the number as it is. */
  const [draft, setDraft] = useState<string | null>(null);
  const set = (text: string) => {
    setDraft(text);
    if (isWeight(text)) onChange(row.key, Number(text));
  };
  return (
    <>
      <label htmlFor={id}>{row.name}</label>
      <input
        type="range"
        min={0}
        max={most}
        step={most / 100}
        value={draft !== null && isWeight(draft) ? draft : row.weight}
        aria-label={`Weight of ${row.name}, slider`}
        onChange={(event) => set(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <input
        id={id}
        type="number"
        min={0}
        step="any"
        value={draft ?? row.weight}
        onChange={(event) => set(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <output htmlFor={id}>{formatPercent(row.share)}</output>
    </>
  );
}

function isWeight(text: string): boolean {
  const weight = Number(text);
  return text !== "" && Number.isFinite(weight) && weight >= 0;
}

function Save(props: SplitWeightsProps & { id: number }) {
  const { project, split, id, state, isOld, onChange } = props;
  const save = useSaveWeights(project, id);
  const given = useRef(state.weights);
  useEffect(() => {
    given.current = state.weights;
  }, [state.weights]);
  // weights that were changed while these were on their way stay in the address
  const clear = () => {
    if (given.current === state.weights) onChange({ weights: null });
  };
  return (
    <>
      <Button
        disabled={state.weights === null || isOld || save.isPending}
        onClick={() =>
          save.mutate({ weights: split.weights, before: split.saved_weights }, { onSuccess: clear })
        }
      >
        Save weights
      </Button>
      <ErrorState
        error={save.error}
        what="The weights were not saved."
        meaning="They still stand in the address."
      />
    </>
  );
}

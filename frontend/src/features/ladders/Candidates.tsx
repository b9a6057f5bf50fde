/** Results that could become rungs: one at once by its button, or several in the order they are chosen. */

import { useState } from "react";
import type { Ladder, LadderCandidate, NewRung } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { offerUndo } from "@/ui/feedback/undoStore";
import styles from "./Ladders.module.css";
import { candidateKey, candidateName, newRungs, resultText, runName } from "./laddersModel";
import type { EditLadder } from "./laddersQuery";

interface CandidatesProps {
  ladder: Ladder;
  rows: LadderCandidate[];
  edit: EditLadder;
}

const NONE: readonly LadderCandidate[] = [];

export function Candidates({ ladder, rows, edit }: CandidatesProps) {
  const [chosen, setChosen] = useState(NONE);
  if (rows.length === 0) {
    return (
      <EmptyState title="No result fits.">
        A rung needs a result of {ladder.metric} in the unit of this ladder; none was found for
        these words.
      </EmptyState>
    );
  }
  const taken = new Set(
    ladder.rungs.map((rung) => `${rung.run?.id ?? ""} ${rung.series?.id ?? ""}`),
  );
  const choose = (row: LadderCandidate) =>
    setChosen((before) => {
      const rest = before.filter((one) => candidateKey(one) !== candidateKey(row));
      return rest.length === before.length ? [...before, row] : rest;
    });
  const addAll = async () => {
    const after = await edit.addSeveral(chosen.map((row) => rungOf(row, "rung")));
    setChosen(NONE);
    const added = newRungs(ladder, after);
    offerUndo({ label: `${added.length} rungs added`, undo: () => edit.removeRungs(added) });
  };
  return (
    <>
      {chosen.length === 0 ? null : (
        <div className={styles.buttons}>
          <Button
            kind="primary"
            disabled={edit.isPending}
            onClick={() => void addAll().catch(() => null)}
          >
            {chosen.length === 1 ? "Add the chosen one" : `Add ${chosen.length} in this order`}
          </Button>
          <span className={styles.quiet}>{chosen.map(candidateName).join(", ")}</span>
        </div>
      )}
      <ul className={styles.candidates} aria-label="Results that could become rungs">
        {rows.map((row) => (
          <Candidate
            key={candidateKey(row)}
            row={row}
            unit={ladder.unit}
            isTaken={taken.has(candidateKey(row))}
            isChosen={chosen.some((one) => candidateKey(one) === candidateKey(row))}
            onChoose={() => choose(row)}
            edit={edit}
          />
        ))}
      </ul>
    </>
  );
}

function rungOf(row: LadderCandidate, role: "rung" | "control"): NewRung {
  return { run_id: row.run.id, series_id: row.series.id, role, label: "", note: "", unit: "" };
}

interface CandidateProps {
  row: LadderCandidate;
  unit: string;
  isTaken: boolean;
  isChosen: boolean;
  onChoose: () => void;
  edit: EditLadder;
}

function Candidate({ row, unit, isTaken, isChosen, onChoose, edit }: CandidateProps) {
  const name = candidateName(row);
  const add = (role: "rung" | "control") => void edit.add(rungOf(row, role)).catch(() => null);
  return (
    <li>
      <span>
        {isTaken ? null : (
          <input
            type="checkbox"
            aria-label={`Choose ${name} of run ${row.run.id}`}
            checked={isChosen}
            onChange={onChoose}
          />
        )}{" "}
        {name} <span className={styles.quiet}>{runName(row.run)}</span>
      </span>
      <span className={styles.quiet}>{resultText(row, unit)}</span>
      <span className={styles.buttons}>
        {isTaken ? (
          <span className={styles.quiet}>on the ladder</span>
        ) : (
          <>
            <Button
              aria-label={`Add ${name} of run ${row.run.id}`}
              disabled={edit.isPending}
              onClick={() => add("rung")}
            >
              Add
            </Button>
            <Button
              kind="quiet"
              aria-label={`Add ${name} of run ${row.run.id} as a control`}
              disabled={edit.isPending}
              onClick={() => add("control")}
            >
              As a control
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

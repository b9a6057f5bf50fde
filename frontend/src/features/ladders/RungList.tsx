/** The rungs of a ladder in order: result, gain, verdict, note, and the way to their run. */

import { Link } from "@tanstack/react-router";
import type { Ladder, Rung } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Menu } from "@/ui/controls/Menu";
import { Badge } from "@/ui/feedback/Badge";
import { Explain } from "@/ui/feedback/Explain";
import { offerUndo } from "@/ui/feedback/undoStore";
import { CommitLink } from "@/ui/links/CommitLink";
import { formatValue } from "@/units/format";
import type { ChangeLadder } from "./LadderPage";
import styles from "./Ladders.module.css";
import {
  effectOf,
  figuresText,
  moved,
  pairsText,
  resultText,
  variantName,
  verdictWords,
} from "./laddersModel";
import type { EditLadder } from "./laddersQuery";
import type { LadderState } from "./laddersUrl";
import { RungForm } from "./RungForm";

interface RungListProps {
  project: string;
  ladder: Ladder;
  state: LadderState;
  onChange: ChangeLadder;
  edit: EditLadder;
  mayEdit: boolean;
}

export function RungList({ project, ladder, state, onChange, edit, mayEdit }: RungListProps) {
  return (
    <ol className={styles.rungs} aria-label="Rungs">
      {ladder.rungs.map((rung, place) => (
        <li
          key={rung.id}
          className={styles.rung}
          data-best={rung.is_best || undefined}
          data-open={state.rung === rung.id || undefined}
          aria-label={rung.label}
        >
          <span className={styles.place}>{rung.role === "control" ? "–" : place}</span>
          <div className={styles.what}>
            <Head rung={rung} />
            <Effects rung={rung} ladder={ladder} />
            <Origin project={project} rung={rung} unit={ladder.unit} />
            {rung.note === "" ? null : <p className={styles.note}>{rung.note}</p>}
          </div>
          {mayEdit ? <Actions ladder={ladder} rung={rung} onChange={onChange} edit={edit} /> : null}
          {state.rung === rung.id && mayEdit ? (
            <RungForm rung={rung} edit={edit} onDone={() => onChange({ rung: null })} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Head({ rung }: { rung: Rung }) {
  const words = verdictWords(rung);
  const pairs = pairsText(rung);
  return (
    <p className={styles.line}>
      <strong>{rung.label}</strong>
      {rung.is_best ? <Badge tone="better">★ best so far</Badge> : null}
      <Badge tone={words.tone}>{words.text}</Badge>
      {pairs === null ? null : (
        <span className={styles.quiet}>
          inconclusive: {pairs} <Explain term="missing pairs" />
        </span>
      )}
    </p>
  );
}

function Effects({ rung, ladder }: { rung: Rung; ladder: Ladder }) {
  const baseline = effectOf(rung.versus_baseline, ladder);
  const best = effectOf(rung.versus_best, ladder);
  // its verdict was given at a level of its own
  const isWidened = rung.is_best && ladder.stacked !== null;
  const isSame = baseline === best && rung.held_against === ladder.rungs[0]?.label;
  return (
    <>
      <p className={styles.figures}>
        <span>{resultText(rung, ladder.unit)}</span>
        {baseline === "" ? null : (
          <span>
            {baseline} against the baseline{isWidened ? ", widened for all rungs tried" : ""}
          </span>
        )}
        {best === "" || isSame || rung.role === "control" ? null : (
          <span>
            {best} against the best so far, {rung.held_against}
          </span>
        )}
      </p>
      {rung.sentence === "" || rung.decision === null || rung.decision === rung.verdict ? null : (
        <p className={styles.quiet}>{rung.sentence}</p>
      )}
      {rung.other_conditions.length === 0 ? null : (
        <p className={styles.quiet}>Measured with {rung.other_conditions.join("; ")}.</p>
      )}
    </>
  );
}

interface OriginProps {
  project: string;
  rung: Rung;
  unit: string;
}

function Origin({ project, rung, unit }: OriginProps) {
  if (rung.is_published) {
    const figures = figuresText(rung);
    return (
      <p className={styles.origin}>
        <span>Published{rung.source === "" ? "" : `: ${rung.source}`}</span>
        {figures === "" ? null : <span>{figures}</span>}
      </p>
    );
  }
  if (rung.run === null || rung.series === null) {
    return <p className={styles.quiet}>Its result is no longer stored.</p>;
  }
  return (
    <p className={styles.origin}>
      <span>
        {rung.series.benchmark} {variantName(rung.series.parameters)}
      </span>
      <CommitLink commit={rung.run.commit} />
      <Link
        to="/p/$project/runs/$run"
        params={{ project, run: String(rung.run.id) }}
        search={{ result: String(rung.series.id) }}
      >
        Run {rung.run.id}
      </Link>
      {rung.newer === null ? null : (
        <span>
          newest: {formatValue(rung.newer.value, unit)} in{" "}
          <Link
            to="/p/$project/runs/$run"
            params={{ project, run: String(rung.newer.run_id) }}
            search={{ result: String(rung.series.id) }}
          >
            run {rung.newer.run_id}
          </Link>
        </span>
      )}
    </p>
  );
}

interface ActionsProps {
  ladder: Ladder;
  rung: Rung;
  onChange: ChangeLadder;
  edit: EditLadder;
}

function Actions({ ladder, rung, onChange, edit }: ActionsProps) {
  const quietly = (done: Promise<unknown>) => void done.catch(() => null);
  const remove = async () => {
    await edit.removeRung(rung.id);
    offerUndo({ label: `Rung “${rung.label}” removed`, undo: () => edit.restoreRung(rung.id) });
  };
  const decide = async (decision: "kept" | "rejected" | null, word: string) => {
    const before = { decision: rung.decision, reason: rung.reason };
    await edit.changeRung(rung.id, { decision, reason: decision === null ? "" : rung.reason });
    offerUndo({
      label: `Rung “${rung.label}” ${word}`,
      undo: () => edit.changeRung(rung.id, before),
    });
  };
  const move = (by: number) => quietly(edit.order(moved(ladder.rungs, rung.id, by)));
  const isBaseline = rung.role === "baseline";
  const decisions =
    rung.role === "rung"
      ? [
          { label: "Keep", onSelect: () => quietly(decide("kept", "kept by decision")) },
          { label: "Reject", onSelect: () => quietly(decide("rejected", "rejected by decision")) },
          ...(rung.decision === null
            ? []
            : [
                {
                  label: "Leave it to the measurement",
                  onSelect: () => quietly(decide(null, "left to the measurement")),
                },
              ]),
        ]
      : [];
  return (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        aria-label={`Edit ${rung.label}`}
        onClick={() => onChange({ rung: rung.id })}
      >
        Edit
      </Button>
      {isBaseline ? null : (
        <Menu
          kind="quiet"
          label={`More for ${rung.label}`}
          icon="⋯"
          groups={[
            decisions,
            [
              { label: "Move up", onSelect: () => move(-1) },
              { label: "Move down", onSelect: () => move(1) },
            ],
            [
              {
                label: "Make it the baseline",
                onSelect: () => quietly(edit.changeRung(rung.id, { role: "baseline" })),
              },
              {
                label: rung.role === "control" ? "Count it as a rung" : "Make it a control",
                onSelect: () =>
                  quietly(
                    edit.changeRung(rung.id, {
                      role: rung.role === "control" ? "rung" : "control",
                    }),
                  ),
              },
            ],
            [{ label: "Remove", isDanger: true, onSelect: () => quietly(remove()) }],
          ]}
        />
      )}
    </div>
  );
}

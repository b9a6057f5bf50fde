/** Formulas over series: each a chart of its own, written and changed in place. */

import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import styles from "../Explore.module.css";
import { type ChangeExplore, type ExploreState, MAX_FORMULAS } from "../exploreUrl";
import { FormulaChart } from "./FormulaChart";
import { rewritten, suggestions } from "./formulaModel";
import { useFormula } from "./formulaQuery";

interface FormulasProps {
  project: string;
  state: ExploreState;
  onChange: ChangeExplore;
}

export function Formulas({ project, state, onChange }: FormulasProps) {
  const { formulas } = state;
  const write = (place: number, text: string) =>
    onChange({ formulas: rewritten(formulas, place, text) });
  return (
    <>
      {formulas.map((formula, place) => (
        <Formula
          key={formula}
          project={project}
          formula={formula}
          place={place}
          state={state}
          onWrite={(text) => write(place, text)}
          onChange={onChange}
        />
      ))}
      {formulas.length < MAX_FORMULAS ? (
        <details className={styles.noise}>
          <summary>Add a formula</summary>
          <FormulaForm key={formulas.length} onWrite={(text) => write(formulas.length, text)} />
          <div className={styles.bar}>
            {suggestions(state.series).map(({ label, formula }) => (
              <Button key={label} onClick={() => write(formulas.length, formula)} title={formula}>
                {label}
              </Button>
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}

interface FormulaProps extends FormulasProps {
  formula: string;
  place: number;
  onWrite: (text: string) => void;
}

function Formula({ project, formula, place, state, onWrite, onChange }: FormulaProps) {
  const query = useFormula(project, formula, state.zoom);
  const isRefused = query.error instanceof ApiError && query.error.status === 422;
  return (
    <Section title={`Formula ${place + 1}`}>
      <FormulaForm
        formula={formula}
        onWrite={onWrite}
        fault={isRefused ? faultText(query.error) : undefined}
      />
      {isRefused ? null : (
        <QueryBoundary
          query={query}
          failure="The formula could not be computed."
          skeleton={<Skeleton height={340} label="Computing the formula" />}
        >
          {(derived) => (
            <FormulaChart
              derived={derived}
              formula={formula}
              place={place}
              state={state}
              onChange={onChange}
            />
          )}
        </QueryBoundary>
      )}
    </Section>
  );
}

/** Place, reason and remedy in one line. */
function faultText(error: unknown): string {
  const fault = error instanceof ApiError ? error.faults[0] : undefined;
  return fault === undefined ? String(error) : `${fault.reason}; ${fault.remedy}.`;
}

interface FormulaFormProps {
  formula?: string;
  fault?: string | undefined;
  onWrite: (text: string) => void;
}

const HINT =
  "ratio(#12, #15), difference(…), normalise({suite=…, metric=…}), geomean(…); #12 is a series by its number, {…} by filters";

function FormulaForm({ formula = "", fault, onWrite }: FormulaFormProps) {
  const [text, setText] = useState(formula);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onWrite(text);
  };
  return (
    <form onSubmit={submit} className={styles.formula}>
      <TextField
        label="Formula"
        value={text}
        onChange={setText}
        hint={HINT}
        fault={fault}
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
      />
      <div className={styles.bar}>
        <Button type="submit" disabled={text.trim() === formula}>
          {formula === "" ? "Draw" : "Draw again"}
        </Button>
        {formula === "" ? null : <Button onClick={() => onWrite("")}>Remove</Button>}
      </div>
    </form>
  );
}

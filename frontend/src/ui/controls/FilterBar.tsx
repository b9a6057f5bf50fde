/** Controls of a list side by side, and those that choose one value of a facet or any. */

import type { ReactNode } from "react";
import { choicesOf } from "@/api/facets";
import type { Facets } from "@/api/types";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { facetLabel } from "@/ui/url/filters";
import styles from "./FilterBar.module.css";
import { Select } from "./Select";

interface FilterBarProps {
  /** How many of them are set; with it they fold behind one button where the screen is narrow. */
  active?: number;
  children: ReactNode;
}

export function FilterBar({ active, children }: FilterBarProps) {
  const isNarrow = useIsNarrow();
  const bar = <div className={styles.bar}>{children}</div>;
  if (active === undefined || !isNarrow) return bar;
  return (
    <details className={styles.folded}>
      <summary>{active === 0 ? "Filters" : `Filters (${active} set)`}</summary>
      {bar}
    </details>
  );
}

export interface Chip {
  /** "verdict: regression" */
  text: string;
  onRemove: () => void;
}

/** Controls that a wide screen shows; on a narrow one they fold, and those that are set are chips. */
export function NarrowFilters({ chips, children }: Pick<FoldedFiltersProps, "chips" | "children">) {
  const isNarrow = useIsNarrow();
  if (!isNarrow) return <>{children}</>;
  return (
    <div className={styles.filters}>
      <Chips chips={chips} />
      <details className={styles.folded}>
        <summary>Filters</summary>
        {children}
      </details>
    </div>
  );
}

function Chips({ chips }: Pick<FoldedFiltersProps, "chips">) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters set">
      {chips.map(({ text, onRemove }) => (
        <li key={text}>
          <button type="button" aria-label={`Remove ${text}`} onClick={onRemove}>
            {text} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FoldedFiltersProps {
  /** What is asked for often. */
  first: ReactNode;
  /** Each of the others that is set, with the way to take it away. */
  chips: readonly Chip[];
  children: ReactNode;
}

/** A few filters in sight; the others fold, and those of them that are set are named. */
export function FoldedFilters({ first, chips, children }: FoldedFiltersProps) {
  return (
    <div className={styles.filters}>
      <div className={styles.bar}>{first}</div>
      <Chips chips={chips} />
      <details className={styles.folded}>
        <summary>More filters</summary>
        <div className={styles.bar}>{children}</div>
      </details>
    </div>
  );
}

interface FacetSelectProps {
  facets: Facets | undefined;
  name: string;
  /** Empty: any. */
  value: string;
  onChange: (value: string) => void;
}

export function FacetSelect({ facets, name, value, onChange }: FacetSelectProps) {
  const choices = choicesOf(facets, name, value).map((one) => ({ value: one, label: one }));
  return (
    <Select
      label={facetLabel(name)}
      choices={[{ value: "", label: "any" }, ...choices]}
      value={value}
      onChange={onChange}
    />
  );
}

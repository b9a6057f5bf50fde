/** Check boxes of one facet: what can be chosen, how many series remain, the chosen ones first. */

import { type ReactNode, useState } from "react";
import type { Facet, Scalar } from "@/api/types";
import { formatCount } from "@/units/format";
import { Checkbox } from "./Checkbox";
import styles from "./Form.module.css";

interface FacetListProps {
  facet: Facet;
  /** Heading; the facet's own name when left out. */
  label?: string;
  /** Chosen values as text, as they stand in the URL. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Choices shown before "show all". */
  limit?: number;
  /** A field that searches in values which are not all here. */
  search?: ReactNode;
  /** Fetches more values than are here. */
  more?: { label: string; onMore: () => void } | null;
}

export function FacetList(props: FacetListProps) {
  const { facet, label, chosen, onChange, limit = 8, search = null, more = null } = props;
  const [isWhole, setIsWhole] = useState(false);
  const choices = withChosen(facet.choices, chosen);
  const isBeyond = (choice: ShownChoice, index: number) => index >= limit && !choice.isChosen;
  const shown = isWhole ? choices : choices.filter((choice, index) => !isBeyond(choice, index));
  const toggle = (text: string, isChecked: boolean) =>
    onChange(isChecked ? [...chosen, text] : chosen.filter((other) => other !== text));
  return (
    <fieldset className={styles.facet}>
      <legend>{label ?? facet.name}</legend>
      {search}
      {shown.map((choice) => (
        <Checkbox
          key={choice.text}
          label={choice.text}
          count={choice.count}
          isChecked={choice.isChosen}
          onChange={(isChecked) => toggle(choice.text, isChecked)}
        />
      ))}
      {shown.length === 0 ? <span className={styles.hint}>No value with this in it.</span> : null}
      {choices.some((choice, index) => isBeyond(choice, index)) ? (
        <button type="button" className={styles.more} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show fewer" : moreText(choices.length, facet.total)}
        </button>
      ) : null}
      {more === null || choices.length > shown.length ? null : (
        <button type="button" className={styles.more} onClick={more.onMore}>
          {more.label}
        </button>
      )}
    </fieldset>
  );
}

/** Not "all" where only the first of them are here. */
function moreText(here: number, total: number): string {
  return here < total ? `Show ${here} of ${formatCount(total)}` : `Show all ${here}`;
}

interface ShownChoice {
  text: string;
  count: number;
  isChosen: boolean;
}

/** Chosen values stay visible even when no series is left for them. */
function withChosen(
  choices: readonly { value: Scalar; count: number }[],
  chosen: readonly string[],
) {
  const known = choices.map(({ value, count }): ShownChoice => {
    const text = String(value);
    return { text, count, isChosen: chosen.includes(text) };
  });
  const absent = chosen.filter((text) => !known.some((choice) => choice.text === text));
  return [...known, ...absent.map((text) => ({ text, count: 0, isChosen: true }))];
}

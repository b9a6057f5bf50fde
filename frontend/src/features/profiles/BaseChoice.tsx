/** Which other profile this one is compared with. */

import type { ProfilePeers, ProfilePlace } from "@/api/types";
import { Select } from "@/ui/controls/Select";
import { parametersText } from "@/ui/links/SeriesName";
import { shortCommit } from "@/ui/words/commitName";
import { dayText } from "@/units/relativeTime";
import styles from "./Profiles.module.css";

interface BaseChoiceProps {
  peers: ProfilePeers;
  chosen: number | null;
  onChoose: (profile: number | null) => void;
}

const NOTHING = "";

export function BaseChoice({ peers, chosen, onChoose }: BaseChoiceProps) {
  const { place, same_variant, same_run } = peers;
  if (same_variant.length + same_run.length === 0) {
    return (
      <p className={styles.note}>
        Nothing to compare with yet: the next profile of this variant, or another of this run, can
        be its baseline.
      </p>
    );
  }
  const choices = [
    { value: NOTHING, label: "nothing" },
    ...same_variant.map((one) => ({
      value: String(one.id),
      label: otherRunText(one, place.testbed),
      group: "This variant in other runs",
    })),
    ...same_run.map((one) => ({
      value: String(one.id),
      label: variantText(one),
      group: "Other variants of this run",
    })),
  ];
  if (chosen !== null && !choices.some(({ value }) => value === String(chosen)))
    choices.push({ value: String(chosen), label: `profile ${chosen}` });
  return (
    <div className={styles.controls}>
      <Select
        label="Compare with (baseline)"
        choices={choices}
        value={chosen === null ? NOTHING : String(chosen)}
        onChange={(value) => onChoose(value === NOTHING ? null : Number(value))}
      />
    </div>
  );
}

/** "3f2a1b0 Read frames in one pass, run 12, 2026-01-02" */
function otherRunText({ commit, run, testbed, started_at }: ProfilePlace, own: string): string {
  const name = `${shortCommit(commit.name)} ${commit.subject}`.trim();
  const where = testbed === own ? "" : ` on ${testbed}`;
  return `${name}, run ${run}${where}, ${dayText(new Date(started_at))}`;
}

function variantText({ benchmark, parameters }: ProfilePlace): string {
  return `${benchmark} ${parametersText(parameters)}`.trim();
}

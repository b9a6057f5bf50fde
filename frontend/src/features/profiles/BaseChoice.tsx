/** Which other profile this one is compared with. */

import type { ProfilePeers, ProfilePlace } from "@/api/types";
import { Select } from "@/ui/Select";
import { parametersText } from "@/ui/SeriesName";
import { absoluteTime } from "@/units/relativeTime";
import styles from "./Profiles.module.css";
import { placeText } from "./profileModel";

interface BaseChoiceProps {
  peers: ProfilePeers;
  chosen: number | null;
  onChoose: (profile: number | null) => void;
}

const NOTHING = "";

export function BaseChoice({ peers, chosen, onChoose }: BaseChoiceProps) {
  const { same_variant, same_run } = peers;
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
    ...same_variant.map((one) => ({ value: String(one.id), label: laterText(one) })),
    ...same_run.map((one) => ({ value: String(one.id), label: besideText(one) })),
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

function laterText(place: ProfilePlace): string {
  return `same variant: ${placeText(place)}, ${absoluteTime(new Date(place.started_at))}`;
}

function besideText(place: ProfilePlace): string {
  return `same run: ${`${place.benchmark} ${parametersText(place.parameters)}`.trim()}`;
}

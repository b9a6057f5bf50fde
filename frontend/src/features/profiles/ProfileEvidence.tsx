/** The flame graph with its controls, and the functions below it. */

import { useMemo } from "react";
import { FlameGraph } from "@/charts/flame/FlameGraph";
import type { Flame } from "@/charts/flame/flameLayout";
import { inverted } from "@/charts/flame/flameTree";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Section } from "@/ui/layout/Page";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import { formatShare } from "@/units/share";
import type { Comparison } from "./comparison";
import { FunctionTable } from "./FunctionTable";
import type { LoadedProfile } from "./foldedStacks";
import styles from "./Profiles.module.css";
import {
  amountText,
  differenceTint,
  FULL_COLOUR,
  frameText,
  isExact,
  KINDS,
  kindTint,
  quantityText,
  searchFrames,
} from "./profileModel";
import { type ProfileState, STARTS, WIDTHS } from "./profileUrl";

type ChangeProfile = (part: Partial<ProfileState>, options?: { isReplacing?: boolean }) => void;

interface ProfileEvidenceProps {
  comparison: Comparison;
  state: ProfileState;
  onChange: ChangeProfile;
}

export function ProfileEvidence({ comparison, state, onChange }: ProfileEvidenceProps) {
  const { contender, baseline, measure, functions } = comparison;
  const drawn = useDrawn(comparison, state);
  const { flame, search } = drawn;
  const isCompared = baseline !== null;
  return (
    <>
      <Section title="Flame graph" aside={`${formatCount(flame.frames.names.length - 1)} frames`}>
        <div className={styles.stack}>
          <Controls state={state} isCompared={isCompared} onChange={onChange} />
          <p className={styles.note}>
            {widthText(comparison, drawn.isOfBase)}
            {search === null ? null : ` ${searchText(search, contender)}`}
          </p>
          <FlameGraph
            label={isCompared ? "Differential flame graph" : "Flame graph"}
            flame={flame}
            focus={state.at}
            onFocus={(at) => onChange({ at })}
            tintOf={drawn.tintOf}
            found={search?.found ?? null}
            describe={(frame) => frameText(flame.frames, frame, measure, isCompared)}
          />
          <FlameLegend isCompared={isCompared} isExact={isExact(measure)} />
        </div>
      </Section>
      <Section title="Functions" aside={`${formatCount(functions.length)} functions`}>
        <FunctionTable
          functions={functions}
          measure={measure}
          isCompared={isCompared}
          search={state.search}
          onSearch={(text) => onChange({ search: text })}
        />
      </Section>
    </>
  );
}

function useDrawn({ frames: fromRoot, measure, baseline }: Comparison, state: ProfileState) {
  const isCompared = baseline !== null;
  const isOfBase = isCompared && state.width === "baseline";
  const isInverted = state.start === "innermost";
  const frames = useMemo(
    () => (isInverted ? inverted(fromRoot) : fromRoot),
    [fromRoot, isInverted],
  );
  const flame = useMemo<Flame>(
    () => ({ frames, widths: isOfBase ? frames.baseTotal : frames.total }),
    [frames, isOfBase],
  );
  const tintOf = useMemo(
    () => (frame: number) =>
      isCompared ? differenceTint(frames, frame, measure) : kindTint(frames.names[frame] ?? ""),
    [frames, isCompared, measure],
  );
  const search = useMemo(() => searchFrames(frames, state.search), [frames, state.search]);
  return { flame, tintOf, search, isOfBase };
}

const START_WORDS = { root: "from the root", innermost: "inverted (callers)" };
const WIDTH_WORDS = { contender: "this profile", baseline: "the baseline" };

interface ControlsProps {
  state: ProfileState;
  isCompared: boolean;
  onChange: ChangeProfile;
}

function Controls({ state, isCompared, onChange }: ControlsProps) {
  return (
    <div className={styles.controls}>
      <TextField
        label="Find a function"
        type="search"
        value={state.search}
        onChange={(search) => onChange({ search }, { isReplacing: true })}
      />
      <Select
        label="Stacks"
        choices={STARTS.map((value) => ({ value, label: START_WORDS[value] }))}
        value={state.start}
        onChange={(start) => onChange({ start: start as ProfileState["start"], at: 0 })}
      />
      {isCompared ? (
        <Select
          label="Width"
          choices={WIDTHS.map((value) => ({ value, label: WIDTH_WORDS[value] }))}
          value={state.width}
          onChange={(width) => onChange({ width: width as ProfileState["width"], at: 0 })}
        />
      ) : null}
      <Button disabled={state.at === 0} onClick={() => onChange({ at: 0 })}>
        Show all
      </Button>
    </div>
  );
}

/** What the width means, and how much of each side it leaves out. */
function widthText({ measure, contender, baseline }: Comparison, isOfBase: boolean): string {
  const per = measure.unit === "s" ? "of CPU time a repetition" : "of the samples";
  const samples = ({ detail }: LoadedProfile) =>
    isExact(measure) ? "" : `, ${counted(detail.samples, "sample")}`;
  const whole = amountText(measure.whole, measure);
  const own = isExact(measure) ? whole : `${whole} ${per}${samples(contender)}`;
  const what = quantityText(measure);
  if (baseline === null) return `Width is ${what}: ${own}.`;
  const other = `${amountText(measure.baseWhole, measure)}${samples(baseline)}`;
  const whose = isOfBase ? "the baseline" : "this profile";
  return `Width is ${what} of ${whose}. This profile: ${own}; the baseline: ${other}. Stacks that only the other one has are seen with the other width.`;
}

type Found = NonNullable<ReturnType<typeof searchFrames>>;

function searchText({ found, samples }: Found, { detail }: LoadedProfile): string {
  if (found.size === 0) return "No frame has this text in its name.";
  const share = formatShare(samples / Math.max(1, detail.samples));
  const frames = found.size === 1 ? "1 frame matches" : `${formatCount(found.size)} frames match`;
  return `${frames}: ${share} of this profile with what is called below.`;
}

const DIFFERENCES = [
  { name: "▲ more than the baseline", token: "--worse" },
  { name: "▼ less", token: "--better" },
];
const NOTHING_TOLD = { token: "--unresolved-ground" };

interface FlameLegendProps {
  isCompared: boolean;
  isExact: boolean;
}

/** What the tints of a flame graph mean. */
function FlameLegend({ isCompared, isExact }: FlameLegendProps) {
  const equal = { ...NOTHING_TOLD, name: isExact ? "the same" : "not significant" };
  const tints = isCompared ? [...DIFFERENCES, equal] : KINDS;
  return (
    <p className={styles.legend}>
      {tints.map(({ name, token }) => (
        <span key={name}>
          <span className={styles.swatch} style={{ background: `var(${token})` }} />
          {name}
        </span>
      ))}
      {isCompared ? (
        <span>
          full colour from {100 * FULL_COLOUR} % of all on
          {isExact ? null : "; 5 % FDR (sampling error only)"}
        </span>
      ) : (
        <span>
          <code>_[k]</code> marks frames of the kernel, <code>_[i]</code> functions that the
          compiler merged into their callers
        </span>
      )}
    </p>
  );
}

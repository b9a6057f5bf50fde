/** The flame graph with its controls, and the functions below it. */

import { type ReactNode, useMemo } from "react";
import { FlameGraph } from "@/charts/FlameGraph";
import { layOut, type PlacedFrame } from "@/charts/flameLayout";
import { treeOf } from "@/charts/flameTree";
import { Button } from "@/ui/Button";
import { Page, Section } from "@/ui/Page";
import { Select } from "@/ui/Select";
import { TextField } from "@/ui/TextField";
import { formatCount } from "@/units/format";
import { formatShare } from "@/units/share";
import { FlameLegend } from "./FlameLegend";
import { FunctionTable } from "./FunctionTable";
import { type LoadedProfile, pairStacks } from "./foldedStacks";
import { functionsOf } from "./functionTimes";
import styles from "./Profiles.module.css";
import {
  amountText,
  answerText,
  differenceTint,
  frameText,
  kindTint,
  measureOf,
  searchFrames,
} from "./profileModel";
import { type ProfileState, STARTS, WIDTHS } from "./profileUrl";

type ChangeProfile = (part: Partial<ProfileState>, options?: { isReplacing?: boolean }) => void;

interface ProfileEvidenceProps {
  contender: LoadedProfile;
  baseline: LoadedProfile | null;
  state: ProfileState;
  onChange: ChangeProfile;
  head: ReactNode;
}

export function ProfileEvidence(props: ProfileEvidenceProps) {
  const { contender, baseline, state, onChange, head } = props;
  const model = useModel(props);
  const { measure, functions, layout, search } = model;
  const isCompared = baseline !== null;
  return (
    <Page title="Profile" answer={answerText(functions, measure, isCompared)}>
      {head}
      <Section title="Flame graph" aside={`${formatCount(layout.byOrder.length - 1)} frames`}>
        <div className={styles.stack}>
          <Controls state={state} isCompared={isCompared} onChange={onChange} />
          <p className={styles.note}>
            {widthText(model, contender, baseline)}
            {search === null ? null : ` ${searchText(search, contender)}`}
          </p>
          <FlameGraph
            label={isCompared ? "Differential flame graph" : "Flame graph"}
            layout={layout}
            focus={state.at}
            onFocus={(at) => onChange({ at })}
            tintOf={model.tintOf}
            found={search?.found ?? null}
            describe={(frame) => frameText(frame, measure, isCompared)}
          />
          <FlameLegend isCompared={isCompared} />
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
    </Page>
  );
}

function useModel({ contender, baseline, state }: ProfileEvidenceProps) {
  const stacks = useMemo(
    () => pairStacks(contender.stacks, baseline?.stacks ?? null),
    [contender.stacks, baseline?.stacks],
  );
  const measure = useMemo(
    () => measureOf(contender.detail, baseline?.detail ?? null),
    [contender.detail, baseline?.detail],
  );
  const functions = useMemo(() => functionsOf(stacks), [stacks]);
  const isOfBase = baseline !== null && state.width === "baseline";
  const layout = useMemo(
    () => layOut(treeOf(stacks, "all", state.start === "innermost"), isOfBase),
    [stacks, state.start, isOfBase],
  );
  const isCompared = baseline !== null;
  const tintOf = useMemo(
    () => (isCompared ? (frame: PlacedFrame) => differenceTint(frame, measure) : kindTint),
    [isCompared, measure],
  );
  const search = useMemo(() => searchFrames(layout.byOrder, state.search), [layout, state.search]);
  return { stacks, measure, functions, layout, tintOf, search, isOfBase };
}

const START_WORDS = { root: "from the root", innermost: "from the innermost (inverted)" };
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
function widthText(
  { measure, isOfBase }: ReturnType<typeof useModel>,
  contender: LoadedProfile,
  baseline: LoadedProfile | null,
): string {
  const per = measure.unit === "s" ? "of processor time a repetition" : "of the samples";
  const own = `${amountText(measure.whole, measure)} ${per}, ${formatCount(contender.detail.samples)} samples`;
  if (baseline === null) return `Width is processor time: ${own}.`;
  const other = `${amountText(measure.baseWhole, measure)}, ${formatCount(baseline.detail.samples)} samples`;
  const whose = isOfBase ? "the baseline" : "this profile";
  return `Width is processor time of ${whose}. This profile: ${own}; the baseline: ${other}. Stacks that only the other one has are seen with the other width.`;
}

type Found = NonNullable<ReturnType<typeof searchFrames>>;

function searchText({ found, samples }: Found, { detail }: LoadedProfile): string {
  if (found.size === 0) return "No frame has this text in its name.";
  const share = formatShare(samples / Math.max(1, detail.samples));
  const frames = found.size === 1 ? "1 frame matches" : `${formatCount(found.size)} frames match`;
  return `${frames}: ${share} of this profile with what is called below.`;
}

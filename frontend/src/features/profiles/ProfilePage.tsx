/** Where a variant spent its processor time, or allocated: flame graph and functions, alone or against another. */

import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ProfileDetail, ProfilePeers, ProfilePlace } from "@/api/types";
import { Select } from "@/ui/controls/Select";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { parametersText } from "@/ui/links/SeriesName";
import { useUrlState } from "@/ui/url/useUrlState";
import { shortCommit } from "@/ui/words/commitName";
import { dayText } from "@/units/relativeTime";
import { type Comparison, useComparison } from "./comparison";
import { FunctionChanges } from "./FunctionHistories";
import { ProfileEvidence } from "./ProfileEvidence";
import styles from "./Profiles.module.css";
import { answerText, placeText } from "./profileModel";
import { detailOptions, peersOptions, stacksOptions } from "./profileQuery";
import { profileCodec } from "./profileUrl";

export function ProfilePage() {
  const { project, profile } = useParams({ from: "/p/$project/profiles/$profile" });
  const [state, change] = useUrlState(profileCodec);
  const id = Number(profile);
  const detail = useQuery(detailOptions(project, id));
  const stacks = useQuery(stacksOptions(project, id));
  const baseDetail = useQuery(detailOptions(project, state.base));
  const baseStacks = useQuery(stacksOptions(project, state.base));
  const failed = [detail, stacks, baseDetail, baseStacks].find((query) => query.isError);
  const contender = useJoined(detail.data, stacks.data);
  const loadedBase = useJoined(baseDetail.data, baseStacks.data);
  const baseline = state.base === null ? null : loadedBase;
  const comparison = useComparison(contender, baseline);
  const isShown = comparison !== null && failed === undefined;
  // the stacks first: what they can be compared with comes when they are there
  const isPainted = useIsPainted(isShown || failed !== undefined);
  const peers = useQuery({ ...peersOptions(project, id), enabled: isPainted });
  const changed = peers.data?.functions ?? [];
  const head = (
    <div className={styles.head}>
      <QueryBoundary
        query={peers}
        failure="Where this profile comes from could not be loaded."
        skeleton={<span role="status" aria-label="Loading where the profile comes from" />}
      >
        {(body) => (
          <>
            <Provenance project={project} peers={body} />
            <BaseChoice
              peers={body}
              chosen={state.base}
              onChoose={(base) => change({ base, at: 0 })}
            />
          </>
        )}
      </QueryBoundary>
    </div>
  );
  return (
    <Page title="Profile" answer={isShown ? answerOf(comparison) : "Profile"}>
      {head}
      {failed?.error ? (
        <ErrorState
          error={failed.error}
          what="The profile could not be loaded."
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {isShown ? <ProfileEvidence comparison={comparison} state={state} onChange={change} /> : null}
      {changed.length > 0 ? (
        <FunctionChanges project={project} profile={id} changed={changed} />
      ) : null}
      {comparison === null && failed === undefined ? (
        <p role="status" className={styles.note}>
          The stacks are being read.
        </p>
      ) : null}
    </Page>
  );
}

function useJoined(detail: ProfileDetail | undefined, stacks: string | undefined) {
  return useMemo(
    () => (detail === undefined || stacks === undefined ? undefined : { detail, stacks }),
    [detail, stacks],
  );
}

function answerOf({ functions, measure, baseline }: Comparison): string {
  return answerText(functions, measure, baseline !== null);
}

function Provenance({ project, peers }: { project: string; peers: ProfilePeers }) {
  const { place } = peers;
  const params = { project, run: String(place.run) };
  return (
    <p className={styles.note}>
      {placeText(place)} of <strong>{place.suite}</strong>, branch {place.branch}.{" "}
      <Link to="/p/$project/runs/$run" params={params} search={{ section: "profiles" } as never}>
        The run
      </Link>{" "}
      ·{" "}
      <a href={`/api/v1/projects/${project}/profiles/${place.id}/stacks`} download>
        Folded stacks
      </a>
    </p>
  );
}

interface BaseChoiceProps {
  peers: ProfilePeers;
  chosen: number | null;
  onChoose: (profile: number | null) => void;
}

const NOTHING = "";

/** Which other profile this one is compared with. */
function BaseChoice({ peers, chosen, onChoose }: BaseChoiceProps) {
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

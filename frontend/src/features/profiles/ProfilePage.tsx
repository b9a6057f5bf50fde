/** Where a variant spent its processor time: flame graph and functions, alone or against another. */

import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ProfileDetail, ProfilePeers } from "@/api/types";
import { ErrorState } from "@/ui/ErrorState";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import { BaseChoice } from "./BaseChoice";
import type { FoldedStacks } from "./foldedStacks";
import { ProfileEvidence } from "./ProfileEvidence";
import styles from "./Profiles.module.css";
import { placeText } from "./profileModel";
import { usePeers, useProfileDetail, useStacks } from "./profileQuery";
import { profileCodec } from "./profileUrl";

export function ProfilePage() {
  const { project, profile } = useParams({ from: "/p/$project/profiles/$profile" });
  const [state, change] = useUrlState(profileCodec);
  const id = Number(profile);
  const peers = usePeers(project, id);
  const detail = useProfileDetail(project, id);
  const stacks = useStacks(project, id);
  const baseDetail = useProfileDetail(project, state.base);
  const baseStacks = useStacks(project, state.base);
  const head = (
    <div className={styles.stack}>
      <QueryBoundary
        query={peers}
        failure="Where this profile comes from could not be loaded."
        skeleton={<Skeleton height={64} label="Loading where the profile comes from" />}
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
  const failed = [detail, stacks, baseDetail, baseStacks].find((query) => query.isError);
  if (failed?.error) {
    const retry = () => void failed.refetch();
    return (
      <Waiting head={head}>
        <ErrorState error={failed.error} what="The profile could not be loaded." onRetry={retry} />
      </Waiting>
    );
  }
  const contender = joined(detail.data, stacks.data);
  const baseline = state.base === null ? null : joined(baseDetail.data, baseStacks.data);
  if (contender === undefined || baseline === undefined) {
    return (
      <Waiting head={head}>
        <Skeleton height={520} label="Loading the stacks" />
      </Waiting>
    );
  }
  const evidence = { project, contender, baseline, state, onChange: change, head };
  return <ProfileEvidence {...evidence} />;
}

function joined(detail: ProfileDetail | undefined, stacks: FoldedStacks | undefined) {
  return detail === undefined || stacks === undefined ? undefined : { detail, stacks };
}

function Waiting({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <Page title="Profile" answer="Profile">
      {head}
      {children}
    </Page>
  );
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

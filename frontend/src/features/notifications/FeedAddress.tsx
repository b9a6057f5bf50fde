/** The address of the feed: open for a public project, with a person's own token else. */

import type { FeedAccess } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Notifications.module.css";
import { useFeedAccess, useFeedToken } from "./notificationsQuery";

export function FeedAddress({ project }: { project: string }) {
  const query = useFeedAccess(project, useIsPainted(true));
  return (
    <QueryBoundary
      query={query}
      failure="The feed could not be loaded."
      skeleton={<Skeleton height={80} />}
    >
      {(access) => <Feed project={project} access={access} />}
    </QueryBoundary>
  );
}

function Feed({ project, access }: { project: string; access: FeedAccess }) {
  const token = useFeedToken(project);
  const plain = `${globalThis.location.origin}/api/v1/projects/${project}/feed.atom`;
  const made = token.data?.path;
  return (
    <Panel>
      <p className={styles.address}>
        <a href={plain}>{plain}</a>
      </p>
      <p className={styles.quiet}>
        A private project asks a feed reader for a token of yours in the address.{" "}
        <Use access={access} />
      </p>
      <div className={styles.actions}>
        <Button onClick={() => token.mutate(true)} disabled={token.isPending}>
          {access.created_at === null ? "Make an address" : "Make another address"}
        </Button>
        {access.created_at === null ? null : (
          <Button kind="danger" onClick={() => token.mutate(false)}>
            Revoke
          </Button>
        )}
      </div>
      <ErrorState error={token.error} what="Nothing was changed." />
      {made === undefined ? null : <Shown address={globalThis.location.origin + made} />}
    </Panel>
  );
}

function Use({ access: { created_at, used_at } }: { access: FeedAccess }) {
  if (created_at === null) return "You have none.";
  return (
    <>
      Yours was made <RelativeTime at={created_at} />,{" "}
      {used_at === null ? "and never used." : "and used last "}
      {used_at === null ? null : <RelativeTime at={used_at} />}
    </>
  );
}

function Shown({ address }: { address: string }) {
  return (
    <div className={styles.secret} role="status">
      <p>Whoever has this address reads the news of the project. It is shown this once.</p>
      <code>{address}</code>
      <div>
        <CopyButton text={address} label="Copy address" />
      </div>
    </div>
  );
}

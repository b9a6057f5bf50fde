/** Who is told what, where and when; what was sent, and what did not arrive. */

import { useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { ChannelList } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { OutageList } from "@/ui/tables/OutageList";
import { useUrlState } from "@/ui/url/useUrlState";
import { ChannelPanel } from "./ChannelPanel";
import { DeliveryLog } from "./DeliveryLog";
import { FeedAddress } from "./FeedAddress";
import { NewChannel } from "./NewChannel";
import styles from "./Notifications.module.css";
import { answerOf } from "./notificationsModel";
import { useChannels } from "./notificationsQuery";
import { type NotificationsState, notificationsCodec } from "./notificationsUrl";

export function NotificationsPage() {
  const { project } = useParams({ from: "/p/$project/settings/notifications" });
  const query = useChannels(project);
  return (
    <QueryBoundary
      query={query}
      failure="The channels could not be loaded."
      skeleton={<Skeleton height={420} label="Loading the channels" />}
    >
      {(body) => <Notifications project={project} body={body} />}
    </QueryBoundary>
  );
}

function Notifications({ project, body }: { project: string; body: ChannelList }) {
  const [state, change] = useUrlState(notificationsCodec);
  const mayChange = useMay(project, "configure");
  return (
    <Page title="Notifications" answer={answerOf(body.rows, body.outages)}>
      {body.outages.length === 0 ? null : (
        <Section title="Should report and does not">
          <OutageList project={project} outages={body.outages} />
        </Section>
      )}
      <Section title="Channels">
        {body.rows.length === 0 ? (
          <EmptyState title="No channel yet.">
            A channel is a mail address, a chat or a webhook. Each shows here what it is told and
            how it does. One alert group is told of once in each, however often it is seen.
          </EmptyState>
        ) : (
          <Channels {...{ project, body, state, change, mayChange }} />
        )}
      </Section>
      {mayChange ? (
        <Section title="New channel">
          <NewChannel project={project} canMail={body.can_mail} />
        </Section>
      ) : null}
      <Section title="Feed" aside="For feed readers: the news of this project as Atom.">
        <FeedAddress project={project} />
      </Section>
      <Section title="Messages" aside="Newest first; nothing is told twice.">
        <DeliveryLog project={project} channels={body.rows} state={state} onChange={change} />
      </Section>
    </Page>
  );
}

interface ChannelsProps {
  project: string;
  body: ChannelList;
  state: NotificationsState;
  change: (part: Partial<NotificationsState>) => void;
  mayChange: boolean;
}

function Channels({ project, body, state, change, mayChange }: ChannelsProps) {
  return (
    <div className={styles.channels}>
      {body.rows.map((channel) => (
        <ChannelPanel
          key={channel.id}
          project={project}
          channel={channel}
          state={state}
          onChange={change}
          mayChange={mayChange}
        />
      ))}
    </div>
  );
}

/** Who is told what, where and when; what was sent, and what did not arrive. */

import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import type { ChannelKindName, ChannelList, FeedAccess } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { ShownOnce } from "@/ui/layout/ShownOnce";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { OutageList } from "@/ui/tables/OutageList";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { ChannelPanel } from "./ChannelPanel";
import { DeliveryLog } from "./DeliveryLog";
import styles from "./Notifications.module.css";
import { answerOf, KINDS, kindOf, USUAL } from "./notificationsModel";
import { useAddChannel, useChannels, useFeedAccess, useFeedToken } from "./notificationsQuery";
import { type NotificationsState, notificationsCodec } from "./notificationsUrl";
import { ShownSecret } from "./ShownSecret";
import { TimetableFields } from "./TimetableFields";

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
        <Section title="Failing or missing">
          <OutageList project={project} outages={body.outages} />
        </Section>
      )}
      <Section title="Channels">
        {body.rows.length === 0 ? (
          <EmptyState title="No channel yet.">
            A channel is a mail address, a chat or a webhook. Each shows here what it receives and
            how it does. Each change is sent once per channel.
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
      <Section title="Messages" aside="Newest first.">
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

/** The address of the feed: open for a public project, with a person's own token else. */
function FeedAddress({ project }: { project: string }) {
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
          {access.created_at === null ? "Create private feed URL" : "Create another"}
        </Button>
        {access.created_at === null ? null : (
          <Button kind="danger" onClick={() => token.mutate(false)}>
            Revoke
          </Button>
        )}
      </div>
      <ErrorState error={token.error} what="Nothing was changed." />
      {made === undefined ? null : (
        <ShownOnce secret={globalThis.location.origin + made} copy="Copy address">
          Whoever has this address reads the news of the project. It is shown this once.
        </ShownOnce>
      )}
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

const EMPTY = { name: "", kind: "slack" as ChannelKindName, address: "", timetable: USUAL };

/** Adds a channel: what speaks there, its address, and when it speaks. */
function NewChannel({ project, canMail }: { project: string; canMail: boolean }) {
  const [form, setForm] = useState(EMPTY);
  const add = useAddChannel(project);
  const words = kindOf(form.kind);
  const hint =
    form.kind === "mail" && !canMail
      ? "No mail server is set up (TIDEMARK_SMTP_HOST): nothing will arrive."
      : undefined;
  const submit = () => add.mutate(form, { onSuccess: () => setForm(EMPTY) });
  return (
    <Panel>
      <Form
        className={styles.form}
        label="New channel"
        onSubmit={submit}
        send="Add channel"
        isIncomplete={form.name === "" || form.address === ""}
        action={add}
        failure="The channel was not added."
        meaning="Nothing was stored."
      >
        <Select
          label="Kind"
          choices={KINDS}
          value={form.kind}
          onChange={(text) => setForm({ ...form, kind: kindOf(text).value })}
        />
        <TextField
          label="Name"
          pointer="/name"
          value={form.name}
          maxLength={200}
          placeholder="performance team"
          onChange={(name) => setForm({ ...form, name })}
        />
        <TextField
          label={words.address}
          pointer="/address"
          value={form.address}
          placeholder={words.placeholder}
          {...(hint === undefined ? {} : { hint })}
          onChange={(address) => setForm({ ...form, address })}
        />
        <TimetableFields
          timetable={form.timetable}
          onChange={(timetable) => setForm({ ...form, timetable })}
        />
      </Form>
      <p className={styles.quiet}>
        It receives regressions, fixes and outages of everything until you change that above. The
        address is kept encrypted and not shown again.
      </p>
      {add.data?.secret ? (
        <ShownSecret secret={add.data.secret} onDone={() => add.reset()} />
      ) : null}
    </Panel>
  );
}

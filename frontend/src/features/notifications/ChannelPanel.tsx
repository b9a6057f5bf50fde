/** One channel: how it does, when it speaks, what it is told, and what can be done with it. */

import { useState } from "react";
import type { Channel } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Panel } from "@/ui/layout/Panel";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Notifications.module.css";
import { kindOf, stateOf, timetableText } from "./notificationsModel";
import {
  useEditChannel,
  usePause,
  useRemoval,
  useRenewSecret,
  useTest,
} from "./notificationsQuery";
import type { NotificationsState } from "./notificationsUrl";
import { ShownSecret } from "./ShownSecret";
import { SubscriptionList } from "./SubscriptionList";
import { TimetableFields } from "./TimetableFields";

interface ChannelPanelProps {
  project: string;
  channel: Channel;
  state: NotificationsState;
  onChange: (part: Partial<NotificationsState>) => void;
  mayChange: boolean;
}

export function ChannelPanel(props: ChannelPanelProps) {
  const { project, channel, state, onChange, mayChange } = props;
  const { word, tone } = stateOf(channel);
  return (
    <Panel label={channel.name}>
      <div className={styles.channelHead}>
        <h3>{channel.name}</h3>
        <Badge tone={tone}>{word}</Badge>
        <span className={styles.quiet}>
          {kindOf(channel.kind).label}: <span className={styles.address}>{channel.hint}</span>
        </span>
      </div>
      <Health channel={channel} />
      <SubscriptionList
        project={project}
        channel={channel}
        state={state}
        onChange={onChange}
        mayChange={mayChange}
      />
      {mayChange ? <Actions project={project} channel={channel} /> : null}
    </Panel>
  );
}

function Health({ channel }: { channel: Channel }) {
  const { health, timetable, paused_by } = channel;
  return (
    <dl className={styles.facts}>
      <dt>Schedule</dt>
      <dd>{timetableText(timetable)}</dd>
      <dt>Last message</dt>
      <dd>
        {health.last_sent_at === null ? "none yet" : <RelativeTime at={health.last_sent_at} />}
      </dd>
      {health.failing_since === null ? null : (
        <>
          <dt>Fails</dt>
          <dd>
            first <RelativeTime at={health.failing_since} />: {health.last_reason}
          </dd>
        </>
      )}
      {channel.paused_at === null ? null : (
        <>
          <dt>Paused</dt>
          <dd>
            by {paused_by}, <RelativeTime at={channel.paused_at} />
          </dd>
        </>
      )}
      {health.waiting + health.dead === 0 ? null : (
        <>
          <dt>Not sent yet</dt>
          <dd>
            {health.waiting} waiting, {health.dead} given up
          </dd>
        </>
      )}
    </dl>
  );
}

function Actions({ project, channel }: { project: string; channel: Channel }) {
  const [isEdited, setEdited] = useState(false);
  const test = useTest(project);
  const secret = useRenewSecret(project);
  const { pause, remove, failed } = useUndoable(project, channel);
  const isPaused = channel.paused_at !== null;
  const error = failed ?? test.error ?? secret.error;
  return (
    <>
      <div className={styles.actions}>
        <Button
          disabled={isPaused || test.isPending}
          title={isPaused ? "It is paused." : undefined}
          onClick={() => test.mutate(channel.id)}
        >
          Send a test message
        </Button>
        <Button onClick={() => pause(!isPaused)}>{isPaused ? "Resume" : "Pause"}</Button>
        <Button isPressed={isEdited} onClick={() => setEdited(!isEdited)}>
          Change
        </Button>
        {channel.kind === "webhook" ? (
          <Button onClick={() => secret.mutate(channel.id)}>New secret</Button>
        ) : null}
        <Button kind="danger" aria-label={`Remove ${channel.name}`} onClick={remove}>
          Remove
        </Button>
      </div>
      {test.isSuccess ? (
        <p className={styles.quiet} role="status">
          A test message is on its way; the messages below say how it went.
        </p>
      ) : null}
      {secret.data === undefined ? null : (
        <ShownSecret secret={secret.data.secret} onDone={() => secret.reset()} />
      )}
      <ErrorState error={error} what="The channel stays as it was." />
      {isEdited ? (
        <ChannelForm project={project} channel={channel} onDone={() => setEdited(false)} />
      ) : null}
    </>
  );
}

/** Pausing and removing happen at once and can be taken back for ten seconds. */
function useUndoable(project: string, channel: Channel) {
  const pausing = usePause(project);
  const removal = useRemoval(project);
  const { id, name } = channel;
  const pause = (isPaused: boolean) =>
    pausing.mutate(
      { id, isPaused },
      {
        onSuccess: () =>
          offerUndo({
            label: `${name} ${isPaused ? "paused" : "resumed"}`,
            undo: () => pausing.mutateAsync({ id, isPaused: !isPaused }),
          }),
      },
    );
  return { pause, remove: () => removal.mutate(channel), failed: pausing.error ?? removal.error };
}

interface ChannelFormProps {
  project: string;
  channel: Channel;
  onDone: () => void;
}

/** Changes name, address or timetable of a channel; an address that is left empty stays. */
function ChannelForm({ project, channel, onDone }: ChannelFormProps) {
  const [name, setName] = useState(channel.name);
  const [address, setAddress] = useState("");
  const [timetable, setTimetable] = useState(channel.timetable);
  const edit = useEditChannel(project);
  const words = kindOf(channel.kind);
  const submit = () => {
    const body = { name, timetable, ...(address === "" ? {} : { address }) };
    edit.mutate({ id: channel.id, body }, { onSuccess: onDone });
  };
  return (
    <Form
      className={styles.form}
      label={`Change ${channel.name}`}
      onSubmit={submit}
      send="Save"
      isIncomplete={name === ""}
      action={edit}
      failure="The channel was not changed."
      meaning="It works as before."
      leave={{ label: "Leave it", onLeave: onDone }}
    >
      <TextField label="Name" pointer="/name" value={name} maxLength={200} onChange={setName} />
      <TextField
        label={words.address}
        pointer="/address"
        value={address}
        placeholder={`${channel.hint} stays`}
        onChange={setAddress}
      />
      <TimetableFields timetable={timetable} onChange={setTimetable} />
    </Form>
  );
}

/** Chooses what a channel is told, and says before it is saved what that would have sent lately. */

import { useState } from "react";
import { useSession } from "@/api/session";
import type { Channel, Selection, SelectionPreview } from "@/api/types";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Form } from "@/ui/controls/Form";
import { NumberField } from "@/ui/controls/NumberField";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { GroupLine } from "@/ui/links/GroupLine";
import styles from "./Notifications.module.css";
import {
  EVENTS,
  listOf,
  NAMED,
  namedOf,
  pairsOf,
  percentOf,
  previewText,
  WAYS,
  waysOf,
} from "./notificationsModel";
import { usePreview, useSubscribe } from "./notificationsQuery";

interface SubscriptionFormProps {
  project: string;
  channel: Channel;
  /** Null: a new one. */
  id: number | null;
  initial: Selection;
  onDone: () => void;
}

export function SubscriptionForm(props: SubscriptionFormProps) {
  const { project, channel, id, initial, onDone } = props;
  const [selection, setSelection] = useState(initial);
  const subscribe = useSubscribe(project);
  const submit = () =>
    subscribe.mutate({ channel: channel.id, id, selection }, { onSuccess: onDone });
  return (
    <Form
      className={styles.form}
      label={`What ${channel.name} is told`}
      onSubmit={submit}
      send="Save"
      action={subscribe}
      failure="It was not saved."
      meaning="The channel is told what it was."
      leave={{ label: "Leave it", onLeave: onDone }}
    >
      <Where selection={selection} onChange={setSelection} />
      <What selection={selection} onChange={setSelection} />
      <Preview project={project} selection={selection} channel={channel} />
    </Form>
  );
}

interface FieldsProps {
  selection: Selection;
  onChange: (selection: Selection) => void;
}

/** Names are typed with commas between; what is half typed is kept as it is. */
function Where({ selection, onChange }: FieldsProps) {
  const { filters } = selection;
  const [texts, setTexts] = useState<Record<string, string>>(() => textsOf(filters));
  const put = (name: string, text: string, value: unknown) => {
    setTexts({ ...texts, [name]: text });
    onChange({ ...selection, filters: { ...filters, [name]: value } });
  };
  return (
    <>
      {NAMED.map((name) => (
        <TextField
          key={name}
          label={`Only ${name}`}
          placeholder="any; several with commas"
          value={texts[name] ?? ""}
          onChange={(text) => put(name, text, listOf(text))}
        />
      ))}
      <TextField
        label="Only parameters"
        placeholder="threads=4, engine=smol"
        value={texts.parameters ?? ""}
        onChange={(text) => put("parameters", text, namedOf(text))}
      />
      <TextField
        label="Only tags"
        placeholder="owner=runtime"
        value={texts.tags ?? ""}
        onChange={(text) => put("tags", text, namedOf(text))}
      />
    </>
  );
}

function textsOf(filters: Selection["filters"]): Record<string, string> {
  const named = Object.fromEntries(NAMED.map((name) => [name, filters[name].join(", ")]));
  const pairs = {
    parameters: pairsOf(filters.parameters).join(", "),
    tags: pairsOf(filters.tags).join(", "),
  };
  return { ...named, ...pairs };
}

function What({ selection, onChange }: FieldsProps) {
  const { events } = selection;
  const isAdmin = useSession().data?.user?.is_admin === true;
  const toggle = (event: Selection["events"][number], isChosen: boolean) =>
    onChange({
      ...selection,
      events: isChosen ? [...events, event] : events.filter((other) => other !== event),
    });
  return (
    <>
      <Select
        label="Told of"
        choices={WAYS}
        value={selection.ways}
        onChange={(text) => onChange({ ...selection, ways: waysOf(text) })}
      />
      <NumberField
        label="From (%)"
        value={selection.min_effect}
        read={(text) => Math.min(Math.max(Number(text) || 0, 0), 100_000) / 100}
        write={(value) => (value === 0 ? "" : String(percentOf(value)))}
        onChange={(min_effect) => onChange({ ...selection, min_effect })}
      />
      <fieldset className={styles.choices}>
        <legend>News</legend>
        {EVENTS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            isChecked={events.includes(value)}
            onChange={(isChosen) => toggle(value, isChosen)}
          />
        ))}
        <Checkbox
          label="outages"
          isChecked={selection.with_outages}
          onChange={(with_outages) => onChange({ ...selection, with_outages })}
        />
        {isAdmin || selection.with_server ? (
          <Checkbox
            label="health of the server"
            isChecked={selection.with_server}
            onChange={(with_server) => onChange({ ...selection, with_server })}
          />
        ) : null}
      </fieldset>
    </>
  );
}

interface PreviewProps {
  project: string;
  selection: Selection;
  channel: Channel;
}

function Preview({ project, selection, channel }: PreviewProps) {
  const query = usePreview(project, selection, channel.timetable);
  return (
    <div className={styles.preview} aria-live="polite" aria-busy={query.isPlaceholderData}>
      {query.isError ? (
        <ErrorState error={query.error} what="What it would have sent could not be worked out." />
      ) : query.data === undefined ? (
        <p className={styles.quiet}>Looking at the last 7 days…</p>
      ) : (
        <Previewed project={project} preview={query.data} />
      )}
    </div>
  );
}

function Previewed({ project, preview }: { project: string; preview: SelectionPreview }) {
  const hidden = preview.groups_total - preview.groups.length;
  return (
    <>
      <p>{previewText(preview)}</p>
      {preview.groups.map((group) => (
        <GroupLine key={group.number} project={project} group={group} />
      ))}
      {hidden > 0 ? <p className={styles.quiet}>And {hidden} more.</p> : null}
    </>
  );
}

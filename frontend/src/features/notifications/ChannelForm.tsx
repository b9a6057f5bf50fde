/** Changes name, address or timetable of a channel; an address that is left empty stays. */

import { type FormEvent, useState } from "react";
import type { Channel } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import styles from "./Notifications.module.css";
import { kindOf } from "./notificationsModel";
import { useEditChannel } from "./notificationsQuery";
import { TimetableFields } from "./TimetableFields";

interface ChannelFormProps {
  project: string;
  channel: Channel;
  onDone: () => void;
}

export function ChannelForm({ project, channel, onDone }: ChannelFormProps) {
  const [name, setName] = useState(channel.name);
  const [address, setAddress] = useState("");
  const [timetable, setTimetable] = useState(channel.timetable);
  const edit = useEditChannel(project);
  const words = kindOf(channel.kind);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name, timetable, ...(address === "" ? {} : { address }) };
    edit.mutate({ id: channel.id, body }, { onSuccess: onDone });
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={`Change ${channel.name}`}>
      <TextField label="Name" value={name} maxLength={200} onChange={setName} />
      <TextField
        label={words.address}
        value={address}
        placeholder={`${channel.hint} stays`}
        onChange={setAddress}
      />
      <TimetableFields timetable={timetable} onChange={setTimetable} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" disabled={name === "" || edit.isPending}>
          Save
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Leave it
        </Button>
      </div>
      <ErrorState
        error={edit.error}
        what="The channel was not changed."
        meaning="It works as before."
      />
    </form>
  );
}

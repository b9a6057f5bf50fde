/** Who works on the chosen changes, until when, and more tags for all of them. */

import { type FormEvent, useState } from "react";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import styles from "../Changes.module.css";
import { tagsOf, withTags } from "../group/groupModel";
import { useAssignees, useEditGroups } from "../group/groupQuery";

const AS_IT_IS = "as it is";
const NOBODY = "nobody";

interface BulkFieldsProps {
  project: string;
  groups: readonly AlertGroup[];
}

export function BulkFields({ project, groups }: BulkFieldsProps) {
  const people = useAssignees(project, true);
  const edit = useEditGroups(project);
  const [due, setDue] = useState("");
  const [tags, setTags] = useState("");
  const added = tagsOf(tags);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const fields = ({ triage }: AlertGroup) => ({
      ...(due === "" ? {} : { due_on: due }),
      ...(added.length === 0 ? {} : { tags: withTags(triage?.tags ?? [], added) }),
    });
    const clear = () => {
      setDue("");
      setTags("");
    };
    edit.mutate({ groups, fields }, { onSuccess: clear });
  };
  return (
    <>
      <form className={styles.bulk} aria-label="Fields of the chosen changes" onSubmit={save}>
        <Select
          label="Assign to"
          isInline
          value={AS_IT_IS}
          choices={[
            { value: AS_IT_IS, label: AS_IT_IS },
            { value: NOBODY, label: NOBODY },
            ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(who) =>
            who !== AS_IT_IS &&
            edit.mutate({ groups, fields: { assignee: who === NOBODY ? null : Number(who) } })
          }
        />
        <TextField label="Due" type="date" isInline value={due} onChange={setDue} />
        <TextField label="Tags to add" isInline value={tags} maxLength={200} onChange={setTags} />
        <Button type="submit" disabled={(due === "" && added.length === 0) || edit.isPending}>
          Save
        </Button>
      </form>
      <ErrorState error={edit.error} what="It was not stored." />
    </>
  );
}

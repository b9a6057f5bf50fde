/** Who takes care of the chosen groups, until when, and one more tag for all of them. */

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
  const [tag, setTag] = useState("");
  const addTag = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate(
      { groups, fields: (group) => ({ tags: withTags(group.triage?.tags ?? [], tagsOf(tag)) }) },
      { onSuccess: () => setTag("") },
    );
  };
  return (
    <>
      <form className={styles.bulk} aria-label="Fields of the chosen changes" onSubmit={addTag}>
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
        <TextField
          label="Due"
          type="date"
          isInline
          value=""
          onChange={(day) => day !== "" && edit.mutate({ groups, fields: { due_on: day } })}
        />
        <TextField label="Tags to add" isInline value={tag} maxLength={200} onChange={setTag} />
        <Button type="submit" disabled={tagsOf(tag).length === 0 || edit.isPending}>
          Add tags
        </Button>
      </form>
      <ErrorState error={edit.error} what="It was not stored." />
    </>
  );
}

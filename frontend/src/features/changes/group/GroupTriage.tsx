/** What a person says of a change: its assignee, its state and why, due date, tags, issue. */

import { useRef, useState } from "react";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { useShortcut } from "@/ui/controls/shortcuts";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { SAY } from "../BulkBar";
import styles from "../Changes.module.css";
import { SAID, type SaidState, statesFor } from "../changesModel";
import { useJudgeGroups } from "../changesQuery";
import bar from "./GroupActions.module.css";
import { tagsOf } from "./groupModel";
import { useAssignees, useEditGroups } from "./groupQuery";

interface GroupTriageProps {
  project: string;
  group: AlertGroup;
}

export function StateBar({ project, group }: GroupTriageProps) {
  const [why, setWhy] = useState("");
  const judge = useJudgeGroups(project);
  const sensible = statesFor([group]);
  const toolbar = useRef<HTMLDivElement>(null);
  const say = (state: SaidState) => {
    if (group.number === null || !sensible.has(state)) return;
    judge.mutate({ state, groups: [group.number], why }, { onSuccess: () => setWhy("") });
  };
  const press = (state: SaidState) => {
    // the pressed button goes: keys go on from where it was
    toolbar.current?.focus({ preventScroll: true });
    say(state);
  };
  useShortcut("a", "Acknowledge", () => say("acknowledged"), "This change");
  useShortcut("c", "Accept", () => say("accepted"), "This change");
  useShortcut("f", "Mark as fixed", () => say("fixed"), "This change");
  useShortcut("n", "Not a change", () => say("invalid"), "This change");
  useShortcut("o", "Open again", () => say("open"), "This change");
  return (
    <>
      <TextField
        label="Reason"
        placeholder="optional"
        value={why}
        maxLength={2000}
        onChange={setWhy}
      />
      <div
        ref={toolbar}
        tabIndex={-1}
        className={bar.states}
        role="toolbar"
        aria-label="State of this change"
      >
        {SAID.filter((state) => sensible.has(state)).map((state) => (
          <Button key={state} disabled={judge.isPending} onClick={() => press(state)}>
            {SAY[state]}
          </Button>
        ))}
      </div>
      <ErrorState error={judge.error} what="The state was not saved." />
    </>
  );
}

/** Who looks after it; saved when it is chosen. */
export function Owner({ project, group }: GroupTriageProps) {
  const own = group.triage?.assignee ?? null;
  const people = useAssignees(project, useIsPainted(true));
  const edit = useEditGroups(project);
  const known = people.data ?? [];
  const extra = own !== null && !known.some(({ id }) => id === own.id) ? [own] : [];
  const choices = [...known, ...extra].map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <Select
        label="Assignee"
        choices={[{ value: "", label: "Unassigned" }, ...choices]}
        value={String(own?.id ?? "")}
        onChange={(value) =>
          edit.mutate({
            groups: [group],
            fields: { assignee: value === "" ? null : Number(value) },
          })
        }
      />
      <ErrorState error={edit.error} what="The assignee was not saved." />
    </>
  );
}

export function DetailFields({ project, group }: GroupTriageProps) {
  const kept = group.triage;
  const edit = useEditGroups(project);
  const [tags, setTags] = useState(kept?.tags.join(", ") ?? "");
  const [issue, setIssue] = useState(kept?.issue_url ?? "");
  // while it is typed, its year is 2, 20 and 202 for a moment: sent with the others, not by itself
  const [due, setDue] = useState(kept?.due_on ?? "");
  const fields = {
    ...(due === (kept?.due_on ?? "") ? {} : { due_on: due === "" ? null : due }),
    ...(tags === kept?.tags.join(", ") ? {} : { tags: tagsOf(tags) }),
    ...(issue === kept?.issue_url ? {} : { issue_url: issue }),
  };
  return (
    <Form
      className={bar.fields}
      onSubmit={() => edit.mutate({ groups: [group], fields })}
      send="Save"
      isPlain
      isIncomplete={Object.keys(fields).length === 0}
      action={edit}
      failure="The details were not saved."
    >
      <TextField label="Due" type="date" value={due} onChange={setDue} />
      <TextField label="Tags (comma-separated)" value={tags} onChange={setTags} />
      <TextField
        label="Issue"
        type="url"
        placeholder="https://"
        value={issue}
        onChange={setIssue}
      />
    </Form>
  );
}

interface KeptProps {
  group: AlertGroup;
  /** A field says the assignee already. */
  isBelowFields?: boolean;
}

/** What is kept, for who may only read; the issue as a link for everybody. */
export function Kept({ group: { triage }, isBelowFields = false }: KeptProps) {
  if (triage === null) return null;
  const { assignee, due_on, tags, issue_url } = triage;
  const owner = assignee === null ? "Unassigned. " : `Assigned to ${assignee.name}. `;
  const isEmpty = due_on === null && issue_url === "" && tags.length === 0;
  if (isBelowFields && isEmpty) return null;
  return (
    <p className={styles.quiet}>
      {isBelowFields ? "" : owner}
      {due_on === null ? "" : `Due on ${due_on}. `}
      {issue_url === "" ? null : (
        <a href={issue_url} target="_blank" rel="nofollow noreferrer noopener">
          {issue_url}
        </a>
      )}{" "}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </p>
  );
}

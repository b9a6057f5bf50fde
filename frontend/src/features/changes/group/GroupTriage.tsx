/** What a person says of a group: its state and why, assignee, due date, tags, issue. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { useShortcut } from "@/ui/controls/shortcuts";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { SAY } from "../BulkBar";
import styles from "../Changes.module.css";
import { SAID, type SaidState, statesFor } from "../changesModel";
import { useJudgeGroups } from "../changesQuery";
import { tagsOf } from "./groupModel";
import { useAssignees, useEditGroups } from "./groupQuery";

interface GroupTriageProps {
  project: string;
  group: AlertGroup;
}

export function GroupTriage({ project, group }: GroupTriageProps) {
  const mayTriage = useMay(project, "triage");
  if (group.number === null || group.triage === null) return null;
  return (
    <Section title="Triage">
      {mayTriage ? (
        <>
          <StateBar project={project} group={group} />
          <Fields key={JSON.stringify(group.triage)} project={project} group={group} />
        </>
      ) : (
        <Kept group={group} />
      )}
    </Section>
  );
}

function StateBar({ project, group }: GroupTriageProps) {
  const [why, setWhy] = useState("");
  const judge = useJudgeGroups(project);
  const sensible = statesFor([group]);
  const say = (state: SaidState) => {
    if (group.number === null || !sensible.has(state)) return;
    judge.mutate({ state, groups: [group.number], why }, { onSuccess: () => setWhy("") });
  };
  useShortcut("a", "Acknowledge", () => say("acknowledged"), "This alert group");
  useShortcut("c", "Accept", () => say("accepted"), "This alert group");
  useShortcut("f", "Mark as fixed", () => say("fixed"), "This alert group");
  useShortcut("n", "Not a change", () => say("invalid"), "This alert group");
  useShortcut("o", "Open again", () => say("open"), "This alert group");
  return (
    <>
      <div className={styles.bulk} role="toolbar" aria-label="Judge this alert group">
        {SAID.filter((state) => sensible.has(state)).map((state) => (
          <Button key={state} disabled={judge.isPending} onClick={() => say(state)}>
            {SAY[state]}
          </Button>
        ))}
        <TextField label="Why" value={why} maxLength={2000} onChange={setWhy} isInline />
      </div>
      <ErrorState error={judge.error} what="The judgement was not stored." />
    </>
  );
}

function Fields({ project, group }: GroupTriageProps) {
  const kept = group.triage;
  const people = useAssignees(project, useIsPainted(true));
  const edit = useEditGroups(project);
  const [tags, setTags] = useState(kept?.tags.join(", ") ?? "");
  const [issue, setIssue] = useState(kept?.issue_url ?? "");
  const save = (fields: Parameters<typeof edit.mutate>[0]["fields"]) =>
    edit.mutate({ groups: [group], fields });
  const submit = () => {
    save({
      ...(tags === kept?.tags.join(", ") ? {} : { tags: tagsOf(tags) }),
      ...(issue === kept?.issue_url ? {} : { issue_url: issue }),
    });
  };
  const isSame = tags === kept?.tags.join(", ") && issue === kept?.issue_url;
  const known = people.data ?? [];
  const extra = kept?.assignee && !known.some(({ id }) => id === kept.assignee?.id);
  const choices = [
    { value: "", label: "Unassigned" },
    ...[...known, ...(extra && kept?.assignee ? [kept.assignee] : [])].map(({ id, name }) => ({
      value: String(id),
      label: name,
    })),
  ];
  return (
    <>
      <Form
        className={styles.fields}
        onSubmit={submit}
        send="Save"
        isPlain
        isIncomplete={isSame}
        action={edit}
        buttonsClass={styles.save}
      >
        <Select
          label="Assignee"
          choices={choices}
          value={String(kept?.assignee?.id ?? "")}
          onChange={(value) => save({ assignee: value === "" ? null : Number(value) })}
        />
        <TextField
          label="Due"
          type="date"
          value={kept?.due_on ?? ""}
          onChange={(value) => save({ due_on: value === "" ? null : value })}
        />
        <TextField label="Tags (comma-separated)" value={tags} onChange={setTags} />
        <TextField
          label="Issue"
          type="url"
          placeholder="https://"
          value={issue}
          onChange={setIssue}
        />
      </Form>
      <Kept group={group} isBelowFields />
      <ErrorState error={edit.error} what="It was not stored." />
    </>
  );
}

interface KeptProps {
  group: AlertGroup;
  /** The fields say the assignee and the date already. */
  isBelowFields?: boolean;
}

/** What is kept, for who may only read; the issue as a link for everybody. */
function Kept({ group: { triage }, isBelowFields = false }: KeptProps) {
  if (triage === null) return null;
  const { assignee, due_on, tags, issue_url, muted_until } = triage;
  return (
    <p className={styles.quiet}>
      {isBelowFields ? null : (
        <>
          {assignee === null ? "Unassigned. " : `Assigned to ${assignee.name}. `}
          {due_on === null ? "" : `Due on ${due_on}. `}
        </>
      )}
      {issue_url === "" ? null : (
        <a href={issue_url} target="_blank" rel="nofollow noreferrer noopener">
          {issue_url}
        </a>
      )}{" "}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}{" "}
      {muted_until !== null && Date.parse(muted_until) > Date.now() ? (
        <>
          Muted until <RelativeTime at={muted_until} />: it alerts nobody.
        </>
      ) : null}
    </p>
  );
}

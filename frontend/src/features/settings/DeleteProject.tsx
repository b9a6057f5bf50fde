/** Deletes the project, once its short name was typed; an archive is offered first. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Settings.module.css";
import { useDeleteProject } from "./settingsQuery";

export function DeleteProject({ project }: { project: string }) {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const remove = useDeleteProject(project);
  if (!useMay(project, "manage members")) return null;
  const leave = () => void navigate({ to: "/", search: { all: "1" } });
  return (
    <Section title="Delete the project">
      <Panel>
        <p>
          Its pages and API calls answer 404 immediately. For seven days it can be restored on the
          page of the projects; then it is purged.{" "}
          <a href={`/api/v1/projects/${project}/archive`} download>
            Save it as an archive first
          </a>
          .
        </p>
        <Form
          className={styles.repository}
          label="Delete the project"
          onSubmit={() => remove.mutate(typed, { onSuccess: leave })}
          send="Delete project"
          isPlain
          isIncomplete={typed !== project}
          action={remove}
          failure="The project was not deleted."
        >
          <TextField
            label="Short name"
            hint={`Type ${project} to confirm.`}
            value={typed}
            onChange={setTyped}
          />
        </Form>
      </Panel>
    </Section>
  );
}

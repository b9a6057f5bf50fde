/** Makes a project and a key for its first results, and goes to its page, which says how to begin. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keepNewKey } from "@/api/newKeys";
import { send } from "@/api/requests";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { useAction } from "@/ui/feedback/useAction";
import { Panel } from "@/ui/layout/Panel";
import { FIRST_KEY, slugOf } from "./projectsModel";

async function begin(name: string): Promise<string> {
  const body = { slug: slugOf(name), name, visibility: "private" as const };
  const { slug } = await send("post", "/api/v1/projects", {}, body);
  const key = await send("post", "keys", { project: slug }, FIRST_KEY);
  keepNewKey(slug, key.secret);
  return slug;
}

export function NewProject() {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const make = useAction(begin, [["session"]]);
  const go = (project: string) => void navigate({ to: "/p/$project", params: { project } });
  const slug = slugOf(name);
  return (
    <Panel>
      <Form
        label="New project"
        onSubmit={() => make.mutate(name.trim(), { onSuccess: go })}
        send="Create project"
        isIncomplete={slug === ""}
        action={make}
        failure="The project was not made."
      >
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          placeholder="Search engine"
          hint={slug === "" ? "Of a library, a program, a team." : `Its address: /p/${slug}`}
          onChange={setName}
        />
      </Form>
    </Panel>
  );
}

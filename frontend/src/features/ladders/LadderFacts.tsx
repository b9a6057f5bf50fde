/** What a ladder is about: its name and note, which can be changed, and the smallest gain worth keeping. */

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Ladder } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { Explain } from "@/ui/feedback/Explain";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatPercent } from "@/units/format";
import { directionPhrase } from "@/units/verdict";
import styles from "./Ladders.module.css";
import type { EditLadder } from "./laddersQuery";

interface LadderFactsProps {
  project: string;
  ladder: Ladder;
  edit: EditLadder;
  mayEdit: boolean;
}

const GAINS = [0, 0.005, 0.01, 0.02, 0.05, 0.1];

export function LadderFacts({ project, ladder, edit, mayEdit }: LadderFactsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const gains = [...new Set([...GAINS, ladder.min_effect])].sort((a, b) => a - b);
  const isPublished = ladder.rungs.every((rung) => rung.is_published);
  return (
    <div className={styles.facts}>
      <p className={styles.line}>
        <Link to="/p/$project/ladders" params={{ project }}>
          Ladders
        </Link>
        <strong>{ladder.name}</strong>
        {isPublished ? <Badge>published figures, summaries only</Badge> : null}
        <span>
          {ladder.metric}, {directionPhrase(ladder.direction)}
        </span>
        <span>
          changed <RelativeTime at={ladder.updated_at} />
        </span>
        {ladder.in_rounds ? (
          <span>
            measured in rounds <Explain term="rounds" />
          </span>
        ) : null}
      </p>
      {ladder.note === "" || isOpen ? null : <p className={styles.note}>{ladder.note}</p>}
      <div className={styles.controls}>
        <Select
          isInline
          label="Smallest gain worth keeping"
          choices={gains.map((gain) => ({
            value: String(gain),
            label: gain === 0 ? "any" : formatPercent(gain),
          }))}
          value={String(ladder.min_effect)}
          isDisabled={!mayEdit}
          onChange={(gain) => void edit.change({ min_effect: Number(gain) }).catch(() => null)}
        />
        {mayEdit ? (
          <Button kind="quiet" isPressed={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Edit name and note
          </Button>
        ) : (
          <span className={styles.quiet}>Changing a ladder takes the role of a triager.</span>
        )}
      </div>
      {isOpen && mayEdit ? (
        <FactsForm ladder={ladder} edit={edit} onDone={() => setIsOpen(false)} />
      ) : null}
    </div>
  );
}

interface FactsFormProps {
  ladder: Ladder;
  edit: EditLadder;
  onDone: () => void;
}

function FactsForm({ ladder, edit, onDone }: FactsFormProps) {
  const [name, setName] = useState(ladder.name);
  const [note, setNote] = useState(ladder.note);
  const submit = () => edit.change({ name: name.trim(), note }).then(onDone, () => null);
  return (
    <Form
      className={styles.form}
      label="Name and note"
      onSubmit={submit}
      send="Save"
      isIncomplete={name.trim() === ""}
      action={edit}
      leave={{ label: "Cancel", onLeave: onDone }}
    >
      <div className={styles.fields}>
        <TextField label="Name" value={name} maxLength={200} onChange={setName} />
        <TextField label="Note" value={note} maxLength={4000} onChange={setNote} />
      </div>
    </Form>
  );
}

/** What fails the check, whether comments have a picture, and another token. */

import { type FormEvent, useState } from "react";
import type { ForgeConnection } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import styles from "./Forge.module.css";
import { percentOf, shareOf } from "./forgeModel";
import { useEditForge } from "./forgeQuery";

export function GateForm({
  project,
  connection,
}: {
  project: string;
  connection: ForgeConnection;
}) {
  const edit = useEditForge(project);
  const [least, setLeast] = useState(percentOf(connection.least_effect));
  const [isGating, setGating] = useState(connection.is_gating);
  const [hasPicture, setPicture] = useState(connection.has_picture);
  const [token, setToken] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const told = {
      least_effect: shareOf(least),
      is_gating: isGating,
      has_picture: hasPicture,
      ...(token === "" ? {} : { token }),
    };
    edit.mutate(told, { onSuccess: () => setToken("") });
  };
  return (
    <form
      className={`${styles.form} ${styles.gate}`}
      onSubmit={submit}
      aria-label="What fails the check"
    >
      <Checkbox label="Regressions fail the check" isChecked={isGating} onChange={setGating} />
      <TextField
        label="From (%)"
        type="number"
        min={0}
        step="any"
        value={least}
        hint="Where no threshold of the project says otherwise."
        disabled={!isGating}
        onChange={setLeast}
      />
      <Checkbox label="Picture in the comment" isChecked={hasPicture} onChange={setPicture} />
      {connection.has_token ? (
        <TextField
          label="Another token"
          type="password"
          autoComplete="off"
          value={token}
          onChange={setToken}
        />
      ) : null}
      <div className={styles.submit}>
        <Button type="submit" disabled={edit.isPending}>
          Save
        </Button>
      </div>
      {edit.isSuccess ? (
        <p className={styles.quiet} role="status">
          Saved; it counts from the next judgement on.
        </p>
      ) : null}
      <ErrorState error={edit.error} what="Nothing was changed." />
    </form>
  );
}

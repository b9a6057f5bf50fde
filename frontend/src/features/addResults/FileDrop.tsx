/** Files are dropped here, or chosen. */

import { type DragEvent, useId, useState } from "react";
import styles from "./AddResults.module.css";

interface FileDropProps {
  names: readonly string[];
  onChoose: (files: readonly File[]) => void;
}

export function FileDrop({ names, onChoose }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0) onChoose(dropped);
  };
  return (
    <fieldset
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>Files of benchmark tools</label>
      <input
        id={id}
        type="file"
        multiple
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
      <p id={`${id}-hint`}>
        {names.length > 1
          ? names.join(", ")
          : "Drop them here. Archives (zip, tar) and gzip are opened; tables and JSON of your own can be explained."}
      </p>
    </fieldset>
  );
}

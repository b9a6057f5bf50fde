/** What differs between the sides beside the code: machine, toolchain and settings, before and after. */

import type { Comparison, SideDifference } from "@/api/types";
import styles from "./Compare.module.css";
import { sameText } from "./compareModel";

const TITLES: Record<SideDifference["kind"], string> = {
  machine: "Machine",
  toolchain: "Toolchain",
  settings: "Settings",
};

interface DifferencesProps {
  differences: readonly SideDifference[];
  reported: Comparison["reported"];
}

export function Differences({ differences, reported }: DifferencesProps) {
  return (
    <section aria-label="Surroundings" className={styles.part}>
      <h3>Surroundings</h3>
      {differences.length === 0 ? (
        <p className={styles.quiet}>{sameText(reported)}</p>
      ) : (
        <table className={styles.small}>
          <thead>
            <tr>
              <th scope="col">Of the</th>
              <th scope="col">What</th>
              <th scope="col">Baseline</th>
              <th scope="col">Contender</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ kind, name, before, after }) => (
              <tr key={`${kind} ${name}`}>
                <td>{TITLES[kind]}</td>
                <th scope="row">{name}</th>
                <td>{said(before)}</td>
                <td>{said(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function said(value: SideDifference["before"]): string {
  return value === null ? "not given" : String(value);
}

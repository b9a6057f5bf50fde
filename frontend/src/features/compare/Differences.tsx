/** What differs between the sides beside the code: machine, toolchain and settings, before and after. */

import type { SideDifference } from "@/api/types";
import styles from "./Compare.module.css";

const TITLES: Record<SideDifference["kind"], string> = {
  machine: "Machine",
  toolchain: "Toolchain",
  settings: "Settings",
};

export function Differences({ differences }: { differences: readonly SideDifference[] }) {
  return (
    <section aria-label="Surroundings" className={styles.part}>
      <h3>Surroundings</h3>
      {differences.length === 0 ? (
        <p className={styles.quiet}>
          Machine, toolchain and settings are the same on both sides, as far as they were reported.
        </p>
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

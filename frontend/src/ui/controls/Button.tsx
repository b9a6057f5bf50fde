/** A button; `quiet` for controls in bars and rows, `primary` for the one action of a form. */

import type { ButtonHTMLAttributes } from "react";
import styles from "./Button.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: "plain" | "primary" | "quiet" | "danger";
  /** For two-state buttons: sets `aria-pressed`. */
  isPressed?: boolean;
}

export function Button({ kind = "plain", isPressed, className, ...rest }: ButtonProps) {
  const names = [styles.button, styles[kind], className].filter(Boolean).join(" ");
  return <button type="button" aria-pressed={isPressed} className={names} {...rest} />;
}

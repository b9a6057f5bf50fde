/** What is said of the connection to a forge. Pure. */

import type { ForgeConnection, NewForgeConnection } from "@/api/types";

export const KINDS = [
  { value: "github", label: "GitHub", api: "https://api.github.com" },
  { value: "gitlab", label: "GitLab", api: "https://gitlab.com/api/v4" },
  { value: "gitea", label: "Gitea or Forgejo", api: "https://codeberg.org/api/v1" },
] as const;

export function kindOf(text: string) {
  return KINDS.find(({ value }) => value === text) ?? KINDS[0];
}

export const NEW: NewForgeConnection = {
  kind: "github",
  api_url: KINDS[0].api,
  repository: "",
  token: "",
  app_id: "",
  app_key: "",
  installation: "",
};

/** Another forge has another usual address; one that somebody typed stays. */
export function withKind(form: NewForgeConnection, text: string): NewForgeConnection {
  const kind = kindOf(text);
  const isUsual = KINDS.some(({ api }) => api === form.api_url);
  const isApp = kind.value === "github";
  return {
    ...form,
    kind: kind.value,
    api_url: isUsual ? kind.api : form.api_url,
    ...(isApp ? {} : { app_id: "", app_key: "", installation: "" }),
  };
}

export function isComplete(form: NewForgeConnection, isApp: boolean): boolean {
  const opens = isApp
    ? form.app_id !== "" && form.app_key !== "" && form.installation !== ""
    : form.token !== "";
  return form.repository !== "" && form.api_url !== "" && opens;
}

/** The first line of the page. */
export function answerOf(connection: ForgeConnection | null): string {
  if (connection === null) return "No repository is connected";
  if (connection.failing_since !== null) return `${connection.repository} cannot be reached`;
  if (connection.heard_at === null) return `${connection.repository}: no webhook has come yet`;
  return `${connection.repository} is connected`;
}

export function gateText(connection: ForgeConnection): string {
  if (!connection.is_gating) return "shows regressions and never fails";
  if (connection.least_effect === 0) return "fails on every regression";
  return `fails on regressions of ${percentOf(connection.least_effect)} % or more`;
}

export function percentOf(share: number): string {
  return String(Math.round(share * 10_000) / 100);
}

export function shareOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number / 100 : 0;
}

/** Words and rules of uploading by tokens of a CI system. */

import type { CiRule, CiTrial, NewCiRule } from "@/api/types";
import { counted } from "@/ui/words/countWords";

/** What CI systems are known to sign; anything may be changed afterwards. */
export const SYSTEMS = [
  {
    value: "github",
    label: "GitHub Actions",
    issuer: "https://token.actions.githubusercontent.com",
    claims: "repository = owner/name\nref = refs/heads/main",
  },
  {
    value: "gitlab",
    label: "GitLab",
    issuer: "https://gitlab.com",
    claims: "project_path = group/name\nref = main\nref_protected = true",
  },
  {
    value: "buildkite",
    label: "Buildkite",
    issuer: "https://agent.buildkite.com",
    claims: "organization_slug = name\npipeline_slug = name\nbuild_branch = main",
  },
  { value: "other", label: "another", issuer: "", claims: "" },
] as const;

export interface RuleForm {
  name: string;
  issuer: string;
  audience: string;
  testbed: string;
  /** One claim a line: `repository = owner/*`. */
  claims: string;
}

export function emptyForm(audience: string): RuleForm {
  const [{ issuer, claims }] = SYSTEMS;
  return { name: "", issuer, audience, testbed: "", claims };
}

/** `a = b` line by line; null where a line is none. */
export function readClaims(text: string): Record<string, string> | null {
  const claims: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const at = line.indexOf("=");
    const name = line.slice(0, at).trim();
    const pattern = line.slice(at + 1).trim();
    if (at < 0 || name === "" || pattern === "") return null;
    claims[name] = pattern;
  }
  return Object.keys(claims).length === 0 ? null : claims;
}

/** What the server is sent, or null while something is missing. */
export function ruleOf(form: RuleForm): NewCiRule | null {
  const claims = readClaims(form.claims);
  const texts = [form.name, form.issuer, form.audience, form.testbed].map((text) => text.trim());
  const [name = "", issuer = "", audience = "", testbed = ""] = texts;
  if (claims === null || texts.includes("")) return null;
  return { name, issuer, audience, testbed, claims };
}

export type Pasted = { claims: Record<string, unknown> } | { fault: string };

/** Claims as they were pasted: JSON, or a whole token, of which only the middle part is read. */
export function readPasted(text: string): Pasted {
  const parts = text.trim().split(".");
  const json = parts.length === 3 && !text.includes("{") ? decoded(parts[1] ?? "") : text;
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read === "object" && read !== null && !Array.isArray(read)) {
      return { claims: read as Record<string, unknown> };
    }
  } catch {
    // said below
  }
  return { fault: "This is neither a JSON object of claims nor a token: paste one of them." };
}

function decoded(part: string): string {
  try {
    const bytes = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.codePointAt(0) ?? 0));
  } catch {
    return "";
  }
}

export function trialText({ misfits }: CiTrial): string {
  if (misfits.length === 0) return "fits: such a token may upload";
  const parts = misfits.map(({ claim, wanted, found }) =>
    found === null
      ? `${claim} is missing and must be “${wanted}”`
      : `${claim} is “${found}” and must be “${wanted}”`,
  );
  return `does not fit: ${parts.join("; ")}`;
}

export function claimsText({ claims }: CiRule): string {
  return Object.entries(claims)
    .map(([name, pattern]) => `${name} = ${pattern}`)
    .join(", ");
}

export function answerOf(rules: readonly CiRule[]): string {
  if (rules.length === 0) return "No CI system uploads without a key";
  return `${counted(rules.length, "rule")} ${rules.length === 1 ? "lets" : "let"} CI systems upload without a key`;
}

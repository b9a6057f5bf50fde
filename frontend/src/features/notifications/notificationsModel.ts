/** Words and rules of channels, subscriptions and the log of messages. */

import type {
  Channel,
  ChannelKindName,
  Delivery,
  Outage,
  Selection,
  SelectionPreview,
  Timetable,
} from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { counted } from "@/ui/words/countWords";

interface KindWords {
  value: ChannelKindName;
  label: string;
  /** What its address is called where it comes from. */
  address: string;
  placeholder: string;
}

export const KINDS: readonly [KindWords, ...KindWords[]] = [
  {
    value: "mail",
    label: "E-mail",
    address: "Addresses",
    placeholder: "team@example.org, ada@example.org",
  },
  {
    value: "slack",
    label: "Slack",
    address: "Incoming webhook",
    placeholder: "https://hooks.slack.com/services/…",
  },
  {
    value: "mattermost",
    label: "Mattermost",
    address: "Incoming webhook",
    placeholder: "https://chat.example.org/hooks/…",
  },
  {
    value: "discord",
    label: "Discord",
    address: "Webhook",
    placeholder: "https://discord.com/api/webhooks/…",
  },
  {
    value: "teams",
    label: "Teams",
    address: "Workflow webhook",
    placeholder: "https://….logic.azure.com/workflows/…",
  },
  {
    value: "webhook",
    label: "Signed webhook",
    address: "Address",
    placeholder: "https://ci.example.org/tidemark",
  },
];

export function kindOf(name: string): KindWords {
  return KINDS.find(({ value }) => value === name) ?? KINDS[0];
}

export function answerOf(channels: readonly Channel[], outages: readonly Outage[]): string {
  const failing = channels.filter(isFailing).length;
  const quiet = outages.filter(({ kind }) => kind !== "channel").length;
  const parts = [channels.length === 0 ? "No channels" : told(channels)];
  if (failing > 0) parts.push(`${failing} cannot deliver`);
  if (quiet > 0) parts.push(`${quiet} failing or missing`);
  return parts.join("; ");
}

function told(channels: readonly Channel[]): string {
  const speaking = channels.filter(({ paused_at }) => paused_at === null).length;
  const paused = channels.length - speaking;
  return counted(speaking, "channel") + (paused === 0 ? "" : `, ${paused} paused`);
}

function isFailing(channel: Channel): boolean {
  return channel.paused_at === null && channel.health.failing_since !== null;
}

/** How a channel does, in a word and a tone. */
export function stateOf(channel: Channel): { word: string; tone: Tone } {
  if (channel.paused_at !== null) return { word: "paused", tone: "unresolved" };
  if (isFailing(channel)) return { word: "▲ cannot deliver", tone: "worse" };
  if (channel.health.last_sent_at === null) return { word: "not tried yet", tone: "unresolved" };
  return { word: "delivers", tone: "plain" };
}

const CADENCES = { at_once: "immediately", hourly: "once an hour", daily: "once a day" } as const;
export const CADENCE_CHOICES = [
  { value: "at_once", label: "immediately, digest when busy" },
  { value: "hourly", label: "once an hour" },
  { value: "daily", label: "once a day" },
];

export function cadenceOf(text: string): Timetable["cadence"] {
  return text === "hourly" || text === "daily" ? text : "at_once";
}

/** "at once, quiet from 22:00 to 07:00 (Europe/Berlin)". */
export function timetableText({ cadence, daily_at, quiet, time_zone }: Timetable): string {
  const often = cadence === "daily" ? `once a day at ${clockOf(daily_at)}` : CADENCES[cadence];
  const silence = quiet ? `, quiet from ${clockOf(quiet.start)} to ${clockOf(quiet.end)}` : "";
  const zone = cadence === "daily" || quiet ? ` (${time_zone})` : "";
  return `${often}${silence}${zone}`;
}

/** Minutes of a day as a clock shows them. */
export function clockOf(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return `${String(hours).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Minutes of a day from a clock; null for what is no time. */
export function minutesOf(text: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

export const EVERYTHING: Selection = {
  filters: {
    suite: [],
    benchmark: [],
    metric: [],
    testbed: [],
    branch: [],
    parameters: {},
    tags: {},
    text: "",
  },
  ways: "worse",
  min_effect: 0,
  events: ["opened", "reopened", "fixed"],
  with_outages: true,
  with_server: false,
};

export const USUAL: Timetable = {
  cadence: "at_once",
  time_zone: "UTC",
  daily_at: 480,
  quiet: null,
};

export const WAYS = [
  { value: "worse", label: "what got worse" },
  { value: "better", label: "what got better" },
  { value: "any", label: "any change" },
];

export function waysOf(text: string): Selection["ways"] {
  return text === "better" || text === "any" ? text : "worse";
}

export const EVENTS = [
  { value: "opened", label: "a new alert" },
  { value: "reopened", label: "one that is back" },
  { value: "fixed", label: "fixed" },
  { value: "grew", label: "more series joined" },
  { value: "narrowed", label: "fewer commits in question" },
] as const;

export const NAMED = ["suite", "benchmark", "metric", "testbed", "branch"] as const;

/** "Regressions from 5 % in suite runtime, branch main; outages". */
export function selectionText(selection: Selection): string {
  const { filters, ways, min_effect, with_outages, with_server } = selection;
  const what = { worse: "Regressions", better: "Improvements", any: "Changes" }[ways];
  const least = min_effect > 0 ? ` from ${percentOf(min_effect)} %` : "";
  const named = NAMED.filter((name) => filters[name].length > 0).map(
    (name) => `${name} ${filters[name].join(" or ")}`,
  );
  const pairs = [...pairsOf(filters.parameters), ...pairsOf(filters.tags)];
  const words = filters.text === "" ? [] : [`“${filters.text}”`];
  const where = [...named, ...pairs, ...words];
  const outages = `${with_outages ? "; outages" : ""}${with_server ? "; health of the server" : ""}`;
  return `${what}${least} ${where.length === 0 ? "of everything" : `in ${where.join(", ")}`}${outages}`;
}

export function percentOf(share: number): number {
  return Math.round(share * 1_000_000) / 10_000;
}

/** "smol, tokio" → ["smol", "tokio"]. */
export function listOf(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** "threads=4, threads=8" → { threads: ["4", "8"] }; parts without a value are left out. */
export function namedOf(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const part of listOf(text)) {
    const at = part.indexOf("=");
    if (at > 0 && at < part.length - 1) {
      const name = part.slice(0, at).trim();
      found[name] = [...(found[name] ?? []), part.slice(at + 1).trim()];
    }
  }
  return found;
}

export function pairsOf(named: Record<string, readonly string[]>): string[] {
  return Object.entries(named).flatMap(([name, values]) => values.map((one) => `${name}=${one}`));
}

/** What a selection would have sent. */
export function previewText({ messages, news, groups_total }: SelectionPreview): string {
  if (news === 0) return "In the last 7 days this would have sent nothing.";
  const alerts = counted(groups_total, "alert");
  return `In the last 7 days this would have sent ${counted(messages, "message")}: ${news} news of ${alerts}.`;
}

export function deliveryTone(state: Delivery["state"]): Tone {
  return state === "dead" ? "worse" : state === "sent" ? "plain" : "unresolved";
}

/** How a message fared, in words. */
export function deliveryWord({ state, attempts }: Delivery): string {
  if (state === "dead") return "▲ given up";
  if (state === "waiting") return attempts === 0 ? "waiting" : "will be tried again";
  return state;
}

export function titleOf(delivery: Delivery): string {
  if (delivery.title !== "") return delivery.title;
  if (delivery.kind === "test") return "Test message";
  return counted(delivery.news, "piece of news", "pieces of news");
}

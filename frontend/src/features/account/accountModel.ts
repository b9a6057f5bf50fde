/** Words and rules of accounts. */

/** As the server asks it; what else it minds it says itself. */
const SHORTEST_PASSWORD = 12;

export const PASSWORD_HINT = `At least ${SHORTEST_PASSWORD} characters; several words are good.`;

const HINDRANCES: Record<string, string> = {
  link: "This sign-in link was used before or has expired: each works once. Sign in with your password, or let a new link be printed as said below.",
  unavailable:
    "The identity provider does not answer as it should. Try again later, or sign in another way.",
  refused: "The identity provider did not let you in, or you stopped there.",
  expired: "It took longer than ten minutes, or began in another browser. Begin again here.",
  untrusted:
    "What the identity provider sent could not be believed. An administrator finds the reason in the log.",
  unverified:
    "The identity provider does not vouch for your e-mail address, so no account could be found by it.",
  taken:
    "Another account of the identity provider opens the account of your e-mail address: somebody else may have had that address before. An administrator can end that link on the page People.",
  disabled: "Your account is disabled. An administrator can enable it.",
  uninvited: "Nobody has invited your e-mail address yet. Ask an owner of the project for that.",
};

/** Why somebody who opened a link, or came back from the identity provider, is not signed in. */
export function hindranceText(problem: string): string | undefined {
  if (problem === "") return undefined;
  return HINDRANCES[problem] ?? "Signing in did not succeed. Begin again here.";
}

const NOTICES: Record<string, string> = {
  proven:
    "Your e-mail address is proven now. Whatever opened this account before was removed, because anybody with the link of an invitation could have made it: the password, sessions in other browsers, API keys and feed addresses. Set a new password below if you want one, and make new keys where you need them.",
};

/** What somebody is told who was led to the account page. */
export function noticeText(notice: string): string | undefined {
  return NOTICES[notice];
}

/** The first that fits: others call themselves Chrome and Safari too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg[A-Za-z]{0,10}\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What a browser says of itself, in two words; as it says it where we do not know it. */
export function deviceText(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return userAgent === "" ? "unknown" : userAgent.slice(0, 60);
}

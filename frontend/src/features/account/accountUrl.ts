/** What the addresses of an invitation and of the sign-in page hold. */

import { codecOf, TEXT } from "@/ui/url/urlFields";

/** The token of an invitation, or of a link to a new password. */
export const joinUrl = codecOf({ token: TEXT });

/** What hindered somebody who opened a link or came back from the identity provider; empty: nothing. */
export const welcomeUrl = codecOf({ problem: TEXT });

/** What the server tells somebody whom it led to the account page; empty: nothing. */
export const accountUrl = codecOf({ notice: TEXT });

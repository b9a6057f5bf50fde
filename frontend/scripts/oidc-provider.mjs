/** A real OpenID provider for tests: `node oidc-provider.mjs '{"port": …, "clients": […], "accounts": {…}}'`.
 *
 * It prints one line once it answers. Its keys are new at each start; its forms are those it has
 * for development: any password signs in an account that is known.
 */

import { generateKeyPairSync } from "node:crypto";
import process from "node:process";
import Provider from "oidc-provider";

const { port, clients, accounts, kid } = JSON.parse(process.argv[2]);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };

const provider = new Provider(issuer, {
  clients,
  jwks: { keys: [key] },
  claims: { email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
  cookies: { keys: ["of a test"] },
  findAccount: (_context, id) =>
    accounts[id] === undefined
      ? undefined
      : { accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) },
});
provider.listen(port, "127.0.0.1", () => process.stdout.write(`${issuer}\n`));

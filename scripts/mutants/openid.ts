import type { Mutant } from "./mutant.ts"

const source = "packages/auth/src/openid"
const attacks = "packages/auth/tests/openid/attacks"
const lies = [`${attacks}/lies.test.ts`]
const callbacks = [`${attacks}/callbacks.test.ts`]
const accounts = [`${attacks}/accounts.test.ts`]
const down = ["packages/auth/tests/openid/provider-down.test.ts"]

/** Weakenings of sign-in with OpenID providers. */
export const mutants: readonly Mutant[] = [
  {
    file: `${source}/provider.ts`,
    search: "execute: [enableNonRepudiationChecks, ",
    replace: "execute: [",
    tests: lies,
    why: "The signature of an ID token is not verified.",
    slow: true,
  },
  {
    file: `${source}/provider.ts`,
    search: ", id_token_signed_response_alg: algorithm",
    replace: "",
    tests: lies,
    why: "What the provider publishes chooses the algorithm of ID tokens.",
    slow: true,
  },
  {
    file: `${source}/provider.ts`,
    search: "expectedNonce: pending.nonce,",
    replace: "",
    tests: lies,
    why: "The ID token of another sign-in is accepted.",
    slow: true,
  },
  {
    file: `${source}/provider.ts`,
    search: "if (this.#now() - this.#tried < pause) return Promise.resolve()",
    replace: "",
    tests: down,
    why: "Each visitor makes the application ask a provider that is down.",
    slow: true,
  },
  {
    file: `${source}/bounded-fetch.ts`,
    search: ", mostBytes))",
    replace: ", Infinity))",
    tests: lies,
    why: "A provider fills the memory.",
    slow: true,
  },
  {
    file: `${source}/pending-sign-ins.ts`,
    search: "await this.#store.take(this.#keyOf(state, cookie))",
    replace: "await this.#store.get(this.#keyOf(state, cookie))",
    tests: callbacks,
    why: "A callback works twice.",
  },
  {
    file: `${source}/pending-sign-ins.ts`,
    search: "digest(`${state}.${cookie}`)",
    replace: "digest(state)",
    tests: callbacks,
    why: "A callback works in another browser: a victim is signed in to the attacker's account.",
  },
  {
    file: `${source}/pending-sign-ins.ts`,
    search: "`openid:${this.#name}:",
    replace: "`openid:",
    tests: callbacks,
    why: "A sign-in that began with one provider is finished by another.",
  },
  {
    file: `${source}/pending-sign-ins.ts`,
    search: "{ seconds: pendingSeconds }",
    replace: "{}",
    tests: callbacks,
    why: "A sign-in can be finished years later, and the store grows.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: 'if (ctx.header("sec-fetch-site") !== "same-origin") throw new PublicError(403, "Forbidden")',
    replace: "",
    tests: accounts,
    why: "A page of another site links the attacker's account to the victim's.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "if (!(age <= recent))",
    replace: "if (age === recent)",
    tests: accounts,
    why: "Whoever finds an open browser links an account of their own, and keeps the victim's.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "return isAsked ? ",
    replace: "return isAsked || !isAsked ? ",
    tests: accounts,
    why: "A page of another site signs a browser in, unasked.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "if (session?.user_id !== userId)",
    replace: "if (userId === undefined)",
    tests: accounts,
    why: "An account is linked to a user who is not signed in any more.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "if (verifiedEmailOf(claims) === undefined)",
    replace: "if (userId === undefined)",
    tests: accounts,
    why: "An account without a verified address is linked.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "if ((await this.#identities.link(identity, userId)) !== userId)",
    replace: "if ((await this.#identities.link(identity, userId)) === undefined)",
    tests: accounts,
    why: "The owner of another account is told that it is linked now.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "email_verified === true && ",
    replace: "email_verified !== false && ",
    tests: lies,
    why: "An address that nobody has verified is given to the application.",
    slow: true,
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "await this.#sessions.destroy(ctx.cookie(sessionCookie))",
    replace: "",
    tests: accounts,
    why: "A session that an attacker has fixed lives on after the sign-in.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: 'findReturnPath(ctx.query("return")) ?? "/"',
    replace: 'ctx.queryDefault("return", "/")',
    tests: accounts,
    why: "A link to the sign-in leads to another site afterwards.",
  },
  {
    file: `${source}/find-return-path.ts`,
    search: " || /^\\/(?:\\/|%2f|%5c)/i.test(url.pathname)",
    replace: "",
    tests: accounts,
    why: "A path that becomes `//host` leads to another site.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: '${this.#isSecure ? "__Host-" : ""}openid_',
    replace: "openid_",
    tests: accounts,
    why: "Another host of the domain sets the cookie, and signs visitors in to the attacker's account.",
  },
]

import type { Mutant } from "./mutant.ts"

const source = "packages/auth/src/openid"
const attacks = "packages/auth/tests/openid/attacks"
const lies = [`${attacks}/lies.test.ts`]
const callbacks = [`${attacks}/callbacks.test.ts`]
const accounts = [`${attacks}/accounts.test.ts`]

/** Weakenings of sign-in with OpenID providers. */
export const mutants: readonly Mutant[] = [
  {
    file: "packages/auth/src/is-safe-address.ts",
    search: "|\\[::1\\])$/",
    replace: "|\\[::1\\])/",
    tests: ["packages/auth/src/is-safe-address.test.ts"],
    why: "Keys of tokens are read over plain HTTP from a host whose name begins like this machine's.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "if (await this.#revocations.isOver(userId, generation)) {",
    replace: "if (generation === undefined) {",
    tests: accounts,
    why: "An account that a thief links during the owner's reset of the password survives it.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "      : this.#identities.find(identity))",
    replace: "      : Promise.resolve(known))",
    tests: accounts,
    why: "A sign-in with an account that is being unlinked survives it.",
  },
  {
    file: `${source}/openid-routes.ts`,
    search: "const generation = before ?? (await this.#revocations.generationOf(accepted))",
    replace: "const generation = await this.#revocations.generationOf(accepted)",
    tests: accounts,
    why: "A sign-in of a user who is being locked survives it.",
  },
  {
    file: `${source}/postgres-identities.ts`,
    search: "delete from ${table} where user_id = ${userId}",
    replace: "delete from ${table} where user_id = ${userId} and false",
    tests: ["packages/auth/tests/openid/identities.test.ts"],
    why: "A new password leaves the linked account of a thief.",
  },
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
    file: `${source}/openid-routes.ts`,
    search: 'if (ctx.header("sec-fetch-site") !== "same-origin") throw new PublicError(403, "Forbidden")',
    replace: "",
    tests: accounts,
    why: "A page of another site links the attacker's account to the victim's.",
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
    search: "|| !isLocalPath(path)",
    replace: "",
    tests: accounts,
    why: "A link to the sign-in leads to another site afterwards.",
  },
]

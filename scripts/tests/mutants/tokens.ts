// Large because: it is a list, of one entry for each weakening.
import type { Mutant } from "./mutant.ts"

const access = "packages/auth/src/tokens/access-tokens.ts"
const tokenId = "packages/auth/src/tokens/access-tokens.ts"
const tokenKeys = "packages/auth/src/tokens/token-keys.ts"
const issuerAuth = "packages/auth/src/tokens/issuer-auth.ts"
const remoteKeys = "packages/auth/src/tokens/remote-keys.ts"
const revocations = "packages/auth/src/tokens/revocations.ts"
const refresh = "packages/auth/src/tokens/refresh-tokens.ts"
const sessions = "packages/auth/src/sessions/sessions.ts"
const sessionAuth = "packages/auth/src/sessions/session-auth.ts"
const apiKeys = "packages/auth/src/api-keys/api-keys.ts"
const apiKeyAuth = "packages/auth/src/api-keys/api-key-auth.ts"
const checkBearer = "packages/auth/src/tokens/check-bearer.ts"
const permissions = "packages/auth/src/permissions.ts"
const digest = "packages/auth/src/digest.ts"
const accessTests = ["packages/auth/src/tokens/access-tokens.test.ts"]
const bearerTests = ["packages/auth/src/tokens/bearer-auth.test.ts"]
const issuerTests = ["packages/auth/src/tokens/issuer-auth.test.ts"]
const refreshTests = ["packages/auth/src/tokens/refresh-tokens.test.ts"]
const sessionTests = ["packages/auth/src/sessions/session-auth.test.ts"]
const keyTests = ["packages/auth/src/api-keys/api-key-auth.test.ts"]

/** Access tokens, refresh tokens, sessions, API keys, what ends them, and the guards that check them. */
export const mutants: readonly Mutant[] = [
  {
    file: access,
    search: "const maxLength = 4_096",
    replace: "const maxLength = 4_096_000",
    tests: bearerTests,
    why: "Tokens of any length are hashed and verified.",
  },
  {
    file: access,
    search: "(?:[\\w-]{4})+(?:[\\w-][AQgw]|[\\w-]{2}[AEIMQUYcgkosw048])?$/",
    replace: "[\\w-]+$/",
    tests: bearerTests,
    why: "A second spelling of a revoked token is accepted.",
  },
  {
    file: access,
    search: "algorithms: [algorithm],",
    replace: "",
    tests: bearerTests,
    why: "The token chooses its own algorithm.",
  },
  {
    file: access,
    search: "if (await this.#revocations.isRevoked(entry.revocable)) return this.#forget(token)",
    replace: "",
    tests: accessTests,
    why: "Revocations are not looked up.",
  },
  {
    file: access,
    search: "tokenIdOf({ family, generation })",
    replace: "tokenIdOf({ family, generation: generation.slice(0, 0) })",
    tests: accessTests,
    why: "Access tokens carry no generation.",
  },
  {
    file: access,
    search: '...(isShort && generation !== "" && { [generationHeader]: generation }),',
    replace: "",
    tests: bearerTests,
    why: "Tokens of short claims carry no generation.",
  },
  {
    file: access,
    search: 'typeof generation === "string" ? generation : ""',
    replace: '""',
    tests: bearerTests,
    why: "The generation of tokens of short claims is ignored.",
  },
  {
    file: access,
    search: " || iss !== issuer",
    replace: "",
    tests: bearerTests,
    why: "Tokens of another application with the same key are accepted.",
  },
  {
    file: tokenId,
    search: 'const [family = "", , generation = ""] = parts',
    replace: 'const [family = ""] = parts\n  const generation = ""',
    tests: accessTests,
    why: "The generation of a token is ignored.",
  },
  {
    file: tokenKeys,
    search: "production && shortest < fewest",
    replace: "production && shortest === 0",
    tests: accessTests,
    why: "Production starts with a key that can be guessed.",
  },
  {
    file: issuerAuth,
    search: "const typ = type !== undefined && { typ: type }",
    replace: "const typ = {}",
    tests: issuerTests,
    why: "An ID token for the same audience opens the API.",
  },
  {
    file: issuerAuth,
    search: "{ issuer, audience, algorithms",
    replace: "{ issuer, algorithms",
    tests: issuerTests,
    why: "A token for another service is accepted.",
  },
  {
    file: remoteKeys,
    search: "if (this.#now() - this.#tried < pause) return Promise.resolve()",
    replace: "",
    tests: issuerTests,
    why: "A flood of forged tokens becomes a flood at the issuer.",
  },
  {
    file: remoteKeys,
    search: 'redirect: "error"',
    replace: 'redirect: "follow"',
    tests: issuerTests,
    why: "A redirect of the issuer chooses the keys.",
  },
  {
    file: revocations,
    search: "await this.#store.set(userKey(userId), generation, lifetime)",
    replace: "await this.#store.set(userKey(userId), generation, { seconds: 86_400 })",
    tests: accessTests,
    why: '"End all" is forgotten after a day.',
  },
  {
    file: revocations,
    search: "await this.#store.set(userKey(userId), generation, lifetime)",
    replace: 'await this.#store.set(userKey(userId), "ended", lifetime)',
    tests: accessTests,
    why: 'A second "end all" ends nothing.',
  },
  {
    file: revocations,
    search: "return generation !== (await this.generationOf(userId))",
    replace: "return false",
    tests: accessTests,
    why: '"End all" ends nothing.',
  },
  {
    file: revocations,
    search: "return token !== undefined || whole !== undefined || over",
    replace: "return whole !== undefined || over",
    tests: accessTests,
    why: "A logout does not end the access token.",
  },
  {
    file: refresh,
    search: "await this.#revocations.endFamilyFor(stored.family, own, this.#until(stored.ends))",
    replace: "",
    tests: refreshTests,
    why: "The second use of a refresh token does not end its family.",
  },
  {
    file: refresh,
    search: "return over || (ended !== undefined && ended !== own)",
    replace: "return ended !== undefined && ended !== own",
    tests: refreshTests,
    why: 'Refresh tokens survive "end all".',
  },
  {
    file: refresh,
    search: "const { family, ends, generation } = from",
    replace:
      "const { family, ends } = from\n    const generation = await this.#revocations.generationOf(user.user_id)",
    tests: refreshTests,
    why: 'A refresh or a login that is in progress survives "end all".',
  },
  {
    file: sessions,
    search: "(await this.#revocations.isOver(session.user_id, generation)) ? undefined : session",
    replace: "session",
    tests: sessionTests,
    why: 'Sessions survive "end all".',
  },
  {
    file: sessions,
    search: '      ...(generation !== "" && { generation }),\n',
    replace: "",
    tests: sessionTests,
    why: "Sessions forget their generation.",
  },
  {
    file: sessionAuth,
    search: 'ctx.response().setHeader("cache-control", "no-store")',
    replace: "",
    tests: sessionTests,
    why: "A cache stores a page of somebody who is signed in.",
  },
  {
    file: sessionAuth,
    search: "if (session === undefined) return Reply.error(401",
    replace: "if (session === undefined && id.length > 64) return Reply.error(401",
    tests: sessionTests,
    why: "Any cookie is taken for a session.",
  },
  {
    file: apiKeys,
    search: " || !isSameText(stored.digest, hashed)",
    replace: "",
    tests: keyTests,
    why: "A store that compares loosely lets in another key.",
  },
  {
    file: apiKeys,
    search: "if (await this.#revocations.isOver(userId, generation)) {",
    replace: "if (generation === undefined) {",
    tests: keyTests,
    why: "A key that a thief creates during the owner's reset of the password survives it.",
  },
  {
    file: checkBearer,
    search: "if (claims === undefined) return Reply.error(401",
    replace: "if (claims === undefined && header === prefix) return Reply.error(401",
    tests: bearerTests,
    why: "A request without a valid token reaches the handler.",
  },
  {
    file: permissions,
    search: 'roles.has(ctx.get("user_role"))',
    replace: "roles.size > 0",
    tests: ["packages/auth/src/permissions.test.ts"],
    why: "Every role is let through.",
  },
  {
    file: digest,
    search: 'createHash("sha256").update(secret).digest("base64url")',
    replace: "secret",
    tests: accessTests,
    why: "Tokens and keys can be read in the store.",
  },
  {
    file: apiKeys,
    search: "if (key.expires_at !== undefined && !(now < Date.parse(key.expires_at))) return undefined",
    replace: "",
    tests: keyTests,
    why: "An expired API key is accepted.",
  },
  {
    file: apiKeyAuth,
    search: 'if (key.scopes !== undefined && !this.takesScopes()) return Reply.error(403, "Forbidden")',
    replace: "",
    tests: keyTests,
    why: "A key that is limited to scopes opens routes that ask for no permission.",
  },
  {
    file: permissions,
    search: "return scopes === undefined || scopes.includes(permission)",
    replace: "return true",
    tests: keyTests,
    why: "A key does more than its scopes allow.",
  },
  {
    file: permissions,
    search: 'roles.has(ctx.get("user_role")) && isInScope(ctx, permission)',
    replace:
      'ctx.get("api_key")?.scopes?.includes(permission) || (roles.has(ctx.get("user_role")) && isInScope(ctx, permission))',
    tests: keyTests,
    why: "A scope gives a key more than its user may do.",
  },
]

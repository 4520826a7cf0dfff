import { type NamedToken, token } from "trivet"
import { checkOptions } from "trivet/extend"
import { fault } from "./faults.ts"

/** The settings of authentication; inject them with `inject(AuthSettings)`. */
export interface AuthSettings {
  /**
   * The key that signs access tokens with HS256, at least 32 bytes in production. Of several the first signs, and all
   * verify: add a new one at the end, move it to the front when every process has it, and remove the old one when its
   * tokens have expired. Default: a random key, and all tokens become invalid when the process ends; in production a
   * fault, unless nothing injects `AccessTokens`.
   */
  readonly secret: string | readonly string[]
  /**
   * Key pairs that sign access tokens instead of `secret`, so that other services verify them with public keys. The first
   * signs, all verify. Default: none.
   */
  readonly keys: readonly TokenKey[]
  /** The issuer (`iss`) of access tokens. Default: `trivet`. */
  readonly issuer: string
  /**
   * The claims of access tokens. `full`: user id, e-mail, role, issue time, issuer and an id. `short`: user id, e-mail and
   * expiry only, for `ShortBearerAuth`. Default: `full`.
   */
  readonly claims: "full" | "short"
  /**
   * The algorithm of new password hashes. Of several, the first makes new hashes, and checking a stored hash takes the
   * same time for each of them: `["argon2id", "bcrypt"]` while the database still has bcrypt hashes. Default: `bcrypt`.
   */
  readonly passwords: PasswordAlgorithm | readonly PasswordAlgorithm[]
  /** The bcrypt cost of new password hashes, 4 to 31; each step doubles the work. Default: 14. */
  readonly cost: number
  /**
   * How many logins may wait for a hash; the next one gets 503. Registrations have a queue of the same size. Default:
   * 256.
   */
  readonly queue: number
  /** Whether this is production, where access tokens require a `secret`. Default: whether `NODE_ENV` is `production`. */
  readonly production: boolean
  /** The lifetimes of credentials. */
  readonly lifetimeSeconds: TokenLifetimes
  /** The error message for a request without `Authorization`. Default: `Missing authorization header`. */
  readonly missing: string
}

/** An algorithm of password hashes. `argon2id` has the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane. */
export type PasswordAlgorithm = "bcrypt" | "argon2id"

/** A key pair for access tokens. It accepts tokens of exactly one algorithm. */
export interface TokenKey {
  /** `EdDSA` with a key on Ed25519, or `RS256` with an RSA key of at least 2,048 bits. */
  readonly algorithm: "EdDSA" | "RS256"
  /** The private key as PEM text; a public key if it only verifies. */
  readonly key: string
}

/** The lifetimes of credentials, in seconds. */
export interface TokenLifetimes {
  /** An access token. Default: 86,400 (1 day), at most 31 days. Use API keys for longer access. */
  readonly access: number
  /** A refresh token that is not used. Default: 604,800 (7 days), at most 400 days. */
  readonly refresh: number
  /** All refresh tokens that follow from one login, however often they are used. Default: 30 days, at most 400 days. */
  readonly family: number
  /** A session; using it does not extend it. Default: 86,400 (1 day), at most 400 days. */
  readonly session: number
}

/** The settings that you pass to `auth()`. All are optional. */
export type AuthSettingsInput = Partial<Omit<AuthSettings, "lifetimeSeconds">> & {
  readonly lifetimeSeconds?: Partial<TokenLifetimes>
}

/** The token of the settings. */
export const AuthSettings: NamedToken<AuthSettings> = token<AuthSettings>("AuthSettings")

const day = 24 * 60 * 60
/**
 * The longest lifetime of an access token in any process, in seconds. The mark of a revoked family lasts at least this
 * long.
 */
export const maxAccessLifetime: number = 31 * day
/** The longest lifetime of any credential in any process, in seconds; API keys aside. */
export const maxLifetime: number = 400 * day
const maxLifetimes: TokenLifetimes = {
  access: maxAccessLifetime,
  refresh: maxLifetime,
  family: maxLifetime,
  session: maxLifetime,
}

/**
 * Returns complete settings: those given, and the defaults of the others. `auth()` does this by itself; use it to
 * provide `AuthSettings` in a test.
 *
 * @example
 * ```ts
 * import { AuthSettings, authSettings } from "@trivet/auth"
 * import { type Module, provide } from "trivet"
 * import { createTestApp } from "trivet/testing"
 *
 * export const testApp = (root: Module) =>
 *   createTestApp(root, {
 *     replace: [provide(AuthSettings, () => authSettings({ cost: 4, lifetimeSeconds: { session: 60 } }))],
 *   })
 * ```
 */
export function authSettings(given: AuthSettingsInput = {}): AuthSettings {
  const usual: AuthSettings = {
    secret: "",
    keys: [],
    issuer: "trivet",
    claims: "full",
    passwords: "bcrypt",
    cost: 14,
    queue: 256,
    production: process.env["NODE_ENV"] === "production",
    missing: "Missing authorization header",
    lifetimeSeconds: { access: day, refresh: 7 * day, family: 30 * day, session: day },
  }
  const { lifetimeSeconds: lifetimes = {} } = given
  checkOptions(given, usual, "auth({ settings })")
  checkOptions(lifetimes, usual.lifetimeSeconds, "auth({ settings: { lifetimeSeconds } })")
  const settings: AuthSettings = {
    ...usual,
    ...given,
    lifetimeSeconds: { ...usual.lifetimeSeconds, ...lifetimes },
  }
  const { cost, passwords } = settings
  const algorithms: readonly string[] = [passwords].flat()
  if (algorithms.length === 0 || !algorithms.every((name) => name === "bcrypt" || name === "argon2id"))
    throw fault("AUTH_PASSWORDS_INVALID", { value: JSON.stringify(passwords) })
  if (!Number.isInteger(cost) || cost < 4 || cost > 31) throw fault("AUTH_COST_INVALID", { value: cost })
  checkLifetimes(settings.lifetimeSeconds)
  return settings
}

function checkLifetimes(lifetimeSeconds: TokenLifetimes): void {
  for (const name of ["access", "refresh", "family", "session"] as const) {
    const [seconds, most] = [lifetimeSeconds[name], maxLifetimes[name]]
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > most)
      throw fault("AUTH_LIFETIME_INVALID", { name, value: seconds, most, days: most / day })
  }
}

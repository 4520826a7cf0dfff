import { type NamedToken, token } from "trivet"

/** How authentication works in one application. */
export interface AuthSettings {
  /** The key that signs access tokens; 32 bytes or more in production. Without one a random key lives as long as the process. */
  readonly secret: string
  /** The name that goes into tokens as their issuer. */
  readonly issuer: string
  /** `full` has the role, issue time, issuer and an id of its own; `short` has the user's id, e-mail and expiry alone. */
  readonly claims: "full" | "short"
  /** The cost of new password hashes, 4 to 31. */
  readonly cost: number
  /** How many logins may wait for a hash before the next one is turned away. */
  readonly queue: number
  /** Whether this is production: no random key, no short one. */
  readonly production: boolean
  /** Seconds that each kind of credential lives. */
  readonly lifetimes: Lifetimes
  /** What is answered to a call without an `Authorization` header. */
  readonly missing: string
}

/** Seconds that each kind of credential lives. */
export interface Lifetimes {
  readonly access: number
  readonly refresh: number
  readonly session: number
}

/** The settings that differ from the usual ones. */
export type GivenAuthSettings = Partial<Omit<AuthSettings, "lifetimes">> & {
  readonly lifetimes?: Partial<Lifetimes>
}

/** The settings of authentication, for injection. */
export const AuthSettings: NamedToken<AuthSettings> = token<AuthSettings>("AuthSettings")

const day = 24 * 60 * 60

/** Settings with the usual values in place of those not given. */
export function authSettings(given: GivenAuthSettings = {}): AuthSettings {
  const settings: AuthSettings = {
    secret: "",
    issuer: "trivet",
    claims: "full",
    cost: 14,
    queue: 256,
    production: process.env["NODE_ENV"] === "production",
    missing: "Missing authorization header",
    ...given,
    lifetimes: { access: day, refresh: 7 * day, session: day, ...given.lifetimes },
  }
  const { cost } = settings
  if (!Number.isInteger(cost) || cost < 4 || cost > 31)
    throw new RangeError(`The cost of a password hash is a whole number from 4 to 31, not ${cost}`)
  return settings
}

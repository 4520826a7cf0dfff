import { checkOptions, type NamedToken, token } from "trivet"
import { fault } from "./faults.ts"

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
  /** How many logins may wait for a hash before the next one is rejected with 503; as many registrations may wait too. */
  readonly queue: number
  /** Whether this is production: no random key, no short one. */
  readonly production: boolean
  /** Seconds that each kind of credential lives. */
  readonly lifetimeSeconds: Lifetimes
  /** What is answered to a call without an `Authorization` header. */
  readonly missing: string
}

/** Seconds that each kind of credential lives. */
export interface Lifetimes {
  /** At most 31 days: an API key suits what needs longer. */
  readonly access: number
  readonly refresh: number
  /** From the login until its refresh tokens end, however often they are used: 30 days unless set. */
  readonly family: number
  readonly session: number
}

/** The settings that differ from the usual ones. */
export type GivenAuthSettings = Partial<Omit<AuthSettings, "lifetimeSeconds">> & {
  readonly lifetimeSeconds?: Partial<Lifetimes>
}

/** The settings of authentication, for injection. */
export const AuthSettings: NamedToken<AuthSettings> = token<AuthSettings>("AuthSettings")

const day = 24 * 60 * 60
/** The longest that any process may let an access token live, in seconds: a mark of a family that ended lasts for it. */
export const maxAccessLifetime: number = 31 * day
const maxLifetimes: Lifetimes = {
  access: maxAccessLifetime,
  refresh: 400 * day,
  family: 400 * day,
  session: 400 * day,
}

/** Settings with the usual values in place of those not given. */
export function authSettings(given: GivenAuthSettings = {}): AuthSettings {
  const usual: AuthSettings = {
    secret: "",
    issuer: "trivet",
    claims: "full",
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
  const { cost } = settings
  if (!Number.isInteger(cost) || cost < 4 || cost > 31) throw fault("AUTH_COST_INVALID", { value: cost })
  checkLifetimes(settings.lifetimeSeconds)
  return settings
}

function checkLifetimes(lifetimeSeconds: Lifetimes): void {
  for (const name of ["access", "refresh", "family", "session"] as const) {
    const [seconds, most] = [lifetimeSeconds[name], maxLifetimes[name]]
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > most)
      throw fault("AUTH_LIFETIME_INVALID", { name, value: seconds, most, days: most / day })
  }
}

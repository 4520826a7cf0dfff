import { inject, Log } from "trivet"

/**
 * What happens to accounts and credentials. `event` says what; the other fields depend on it. There is no place for an
 * e-mail address, a password or a token.
 */
export type SecurityEvent = {
  /** The network address of the client: `ctx.address`. Default: not known, such as in a job. */
  readonly address?: string
} & (
  | {
      readonly event:
        | "signed up"
        | "signed in"
        | "signed out"
        | "password changed"
        | "password reset"
        | "email change asked"
        | "email changed"
        | "email verified"
        | "all sessions ended"
        | "account deleted"
      /** The id of the user. */
      readonly user_id: string
    }
  | {
      readonly event: "session ended"
      readonly user_id: string
      /** Its number in the list of the user's sessions. */
      readonly session: number
    }
  | { readonly event: "key created" | "key revoked"; readonly user_id: string; readonly key_id: string }
  | {
      readonly event:
        | "sign-up limited"
        | "sign-in failed"
        | "sign-in limited"
        | "reset asked"
        | "reset limited"
        | "token refused"
      /** Left out if no account is known, or if the log must not say which one. */
      readonly user_id?: string | undefined
    }
)

/**
 * Reports security events: each is a line of the log. Pass it to `auth({ events: () => new SecurityEvents() })`, or a class
 * that extends it and sends them elsewhere as well.
 *
 * @example
 * ```ts
 * import { type SecurityEvent, SecurityEvents } from "@trivet/auth"
 *
 * export class CountedEvents extends SecurityEvents {
 *   failures = 0
 *
 *   override report(event: SecurityEvent): void {
 *     if (event.event === "sign-in failed") this.failures++
 *     super.report(event)
 *   }
 * }
 * ```
 */
export class SecurityEvents {
  readonly #log = inject(Log)

  /** Reports an event. Fields that the type of the event does not have are not written. */
  report(event: SecurityEvent): void {
    // By name: an object with more fields, such as a whole user, would otherwise be in the log.
    const known = Object.entries(event).filter(([name, value]) => fields.has(name) && value !== undefined)
    this.#log.info(Object.fromEntries(known), "security")
  }
}

const fields: ReadonlySet<string> = new Set(["event", "user_id", "address", "session", "key_id"])

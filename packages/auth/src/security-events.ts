import { inject, Log } from "trivet"

/**
 * An event about accounts and credentials. `event` is its type; the other fields depend on it. No field holds an e-mail
 * address, a password or a token.
 */
export type SecurityEvent = {
  /** The network address of the client: `ctx.address`. Default: unknown, for example in a job. */
  readonly address?: string
} & (
  | {
      readonly event:
        | "signed_up"
        | "signed_in"
        | "signed_out"
        | "password_changed"
        | "password_reset"
        | "email_change_requested"
        | "email_changed"
        | "email_verified"
        | "all_sessions_ended"
        | "account_deleted"
      /** The id of the user. */
      readonly user_id: string
    }
  | {
      readonly event: "session_destroyed"
      readonly user_id: string
      /** Its number in the list of the user's sessions. */
      readonly session: number
    }
  | {
      readonly event: "api_key_created" | "api_key_revoked"
      readonly user_id: string
      readonly key_id: string
    }
  | {
      readonly event:
        | "sign_up_limited"
        | "sign_in_failed"
        | "sign_in_limited"
        | "reset_requested"
        | "reset_limited"
        | "token_rejected"
      /** Absent if no account is known, or if the log must not reveal which one. */
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
 *     if (event.event === "sign_in_failed") this.failures++
 *     super.report(event)
 *   }
 * }
 * ```
 */
export class SecurityEvents {
  readonly #log = inject(Log)

  /** Reports an event. Fields that the type of the event does not have are not written. */
  report(event: SecurityEvent): void {
    // Known fields only: an object with extra fields, such as a whole user record, must not reach the log.
    const known = Object.entries(event).filter(([name, value]) => fields.has(name) && value !== undefined)
    this.#log.info(Object.fromEntries(known), "security")
  }
}

const fields: ReadonlySet<string> = new Set(["event", "user_id", "address", "session", "key_id"])

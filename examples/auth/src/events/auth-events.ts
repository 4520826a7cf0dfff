import { inject, Log } from "trivet"

/** What happens to accounts and credentials. */
export type AuthEvent =
  | "registered"
  | "registration refused"
  | "registration limited"
  | "login"
  | "login refused"
  | "login limited"
  | "logout"
  | "refreshed"
  | "refresh refused"
  | "refresh token reused"
  | "API key made"
  | "API key revoked"
  | "role given"
  | "everything ended"

/** The details of an event. No e-mail addresses, and no credentials. */
export interface EventDetails {
  readonly user_id?: string | undefined
  readonly address?: string
  readonly key_id?: string
  readonly role?: string
  /** What is wrong with a field, never what it holds. */
  readonly reason?: string
}

/** Logs authentication events. Only what `EventDetails` names can get into a line. */
export class AuthEvents {
  readonly #log = inject(Log)

  log(event: AuthEvent, details: EventDetails): void {
    this.#log.info({ event, ...details }, "authentication")
  }
}

import { inject, Log } from "trivet"

/** What happens to accounts. */
export type AuthEvent =
  | "registered"
  | "registration limited"
  | "login"
  | "login refused"
  | "login limited"
  | "logout"

/** The details of an event. No e-mail addresses, and no credentials. */
export interface EventDetails {
  readonly user_id?: string | undefined
  readonly address?: string
}

/** Logs authentication events. Only what `EventDetails` names can get into a line. */
export class AuthEvents {
  readonly #log = inject(Log)

  log(event: AuthEvent, details: EventDetails): void {
    this.#log.info({ event, ...details }, "authentication")
  }
}

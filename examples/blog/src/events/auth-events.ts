import { inject, Log } from "trivet"

/** What happens to accounts. */
export type AuthEvent =
  | "registered"
  | "registration limited"
  | "login"
  | "login refused"
  | "login limited"
  | "logout"

/** What may be said of it. No e-mail address, and nothing that anybody could log in with. */
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

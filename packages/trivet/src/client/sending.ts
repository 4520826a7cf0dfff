import type { Returns } from "../module/routes/route.ts"
import type { Deadline } from "./deadline.ts"
import type { GivenOptions } from "./given-options.ts"
import type { HeaderValues } from "./header-values.ts"
import type { RetryBudget } from "./retries.ts"

/** What all functions of a client share. */
export interface ClientSettings {
  readonly url: string
  /** Already written, or the function that is called for each attempt. */
  readonly headers: Readonly<Record<string, string>> | (() => HeaderValues | Promise<HeaderValues>)
  readonly fetch: (url: string, init: RequestInit) => Response | Promise<Response>
  readonly timeout: number
  readonly retry: number
  readonly budget: RetryBudget
}

/** The parts of a record that sending needs. */
export interface SentRoute {
  readonly method: string
  readonly title: string
  readonly returns: Returns | undefined
  /** Whether each call has an `Idempotency-Key`. */
  readonly sendsKey: boolean
}

/** The state of one call while it is sent. */
export interface Sending {
  readonly settings: ClientSettings
  readonly route: SentRoute
  readonly url: string
  readonly given: GivenOptions
  readonly deadline: Deadline
}

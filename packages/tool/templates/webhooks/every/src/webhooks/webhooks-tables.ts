/** A row of `webhook_endpoints`: where a user wants events to be sent. */
export interface EndpointRow {
  readonly id: string
  readonly user_id: string
  readonly url: string
  readonly events: readonly string[]
  /** The secret and the one before it. Both sign, so they are stored as they are. */
  readonly secrets: readonly string[]
  readonly created_at: Date
  /** When attempts began to fail; `null` if the last one was accepted. */
  readonly failing_since: Date | null
  /** When it was switched off; `null` if it is on. */
  readonly disabled_at: Date | null
}

/** A row of `webhook_deliveries`: an event for an endpoint. */
export interface DeliveryRow {
  readonly id: string
  readonly endpoint_id: string
  readonly event: string
  /** What is signed and sent. */
  readonly body: string
  readonly status: "waiting" | "delivered" | "failed"
  readonly attempts: number
  /** The last answer: `HTTP 503`, or the code of an error; `null` before the first attempt. */
  readonly answer: string | null
  readonly created_at: Date
}

// A migration makes the tables; here the compiler learns of them.
declare module "../database/db.ts" {
  interface Tables {
    readonly webhook_endpoints: EndpointRow
    readonly webhook_deliveries: DeliveryRow
  }
}

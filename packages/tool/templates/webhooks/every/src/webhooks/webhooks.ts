import { Jobs } from "@trivet/jobs"
import { Clock, inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { DeliveriesStore } from "./deliveries-store.ts"
import type { WebhookEvent } from "./webhook-events.ts"
import { Deliveries } from "./webhook-jobs-contract.ts"

/** Sends events to the endpoints of users. */
export class Webhooks {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #clock = inject(Clock)
  readonly #deliveries = inject(DeliveriesStore)

  /**
   * Sends an event to each endpoint of the user that wants it. Call it in the transaction of what has happened: if that is rolled back,
   * nothing is sent.
   */
  async send(user: string, event: WebhookEvent, data: object): Promise<void> {
    const timestamp = new Date(this.#clock.now()).toISOString()
    const body = JSON.stringify({ type: event, timestamp, data })
    await this.#db.transact(async () => {
      for (const { id, endpoint_id } of await this.#deliveries.insert(user, event, body))
        await this.#jobs.enqueue(Deliveries.deliver, { id, attempt: 1 }, { key: endpoint_id })
    })
  }

  /** Sends a delivery of an endpoint once more, at once. Raises 404, and 409 while the endpoint is off. */
  async replay(endpoint: string, id: string): Promise<void> {
    const found = await this.#deliveries.find(id)
    if (found?.endpoint_id !== endpoint) throw new PublicError(404, "Delivery not found")
    if (found.disabled_at !== null) throw new PublicError(409, "Switch the endpoint on first")
    await this.#jobs.enqueue(Deliveries.deliver, { id }, { key: endpoint })
  }
}

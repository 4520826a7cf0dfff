import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { Clock, inject } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { WebhookEvent } from "./webhook-events.ts"
import type { DeliveryRow } from "./webhooks-tables.ts"

/** A delivery as the owner of its endpoint sees it. */
export interface OwnedDelivery extends Pick<DeliveryRow, "id" | "event" | "status" | "attempts"> {
  readonly answer?: string
  readonly created_at: string
}

/** Deliveries in PostgreSQL, in the transaction of the caller. */
export class DeliveriesStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** Stores a body for each endpoint of a user that is on and wants the event. */
  async insert(user: string, event: WebhookEvent, body: string): Promise<readonly DeliveryRow[]> {
    const endpoints = await this.#db
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("user_id", "=", user)
      .where("disabled_at", "is", null)
      .where(sql<boolean>`${event} = any(events)`)
      // Otherwise one that is deleted meanwhile would fail the caller's transaction.
      .forKeyShare()
      .execute()
    const given = { event, body, status: "waiting", attempts: 0, answer: null } as const
    const created_at = new Date(this.#clock.now())
    const rows = endpoints.map(({ id }) => ({ id: randomUUID(), endpoint_id: id, ...given, created_at }))
    if (rows.length > 0) await this.#db.insertInto("webhook_deliveries").values(rows).execute()
    return rows
  }

  /** The newest hundred deliveries of an endpoint. */
  async list(endpoint: string): Promise<OwnedDelivery[]> {
    const rows = this.#db.selectFrom("webhook_deliveries").selectAll().where("endpoint_id", "=", endpoint)
    const found = await rows.orderBy("created_at", "desc").orderBy("id").limit(100).execute()
    return found.map(({ id, event, status, attempts, answer, created_at }) => ({
      id,
      event,
      status,
      attempts,
      ...(answer !== null && { answer }),
      created_at: created_at.toISOString(),
    }))
  }

  /** What an attempt needs. */
  async find(id: string) {
    if (!isUuid(id)) return undefined
    return this.#db
      .selectFrom("webhook_deliveries")
      .innerJoin("webhook_endpoints", "webhook_endpoints.id", "webhook_deliveries.endpoint_id")
      .select(["endpoint_id", "body", "status", "url", "secrets", "disabled_at"])
      .where("webhook_deliveries.id", "=", id)
      .executeTakeFirst()
  }

  /** Notes an attempt. `status` is absent if it stays. */
  async note(id: string, answer: string, status: DeliveryRow["status"] | undefined): Promise<void> {
    const update = this.#db.updateTable("webhook_deliveries").where("id", "=", id)
    const changes = { answer, ...(status !== undefined && { status }) }
    await update.set((row) => ({ ...changes, attempts: row("attempts", "+", 1) })).execute()
  }

  /** Ends a delivery that waits for an attempt which will not come. */
  async fail(id: string): Promise<void> {
    const update = this.#db.updateTable("webhook_deliveries").set({ status: "failed" })
    await update.where("id", "=", id).where("status", "=", "waiting").execute()
  }

  /** Ends the deliveries of an endpoint that wait for a further attempt. */
  async giveUp(endpoint: string): Promise<void> {
    const update = this.#db.updateTable("webhook_deliveries").set({ status: "failed" })
    await update.where("endpoint_id", "=", endpoint).where("status", "=", "waiting").execute()
  }

  /** Deletes up to a thousand deliveries of more than 30 days. Returns how many. */
  async deleteOld(): Promise<number> {
    const before = new Date(this.#clock.now() - 30 * 24 * 60 * 60 * 1_000)
    const old = this.#db.selectFrom("webhook_deliveries").select("id").where("created_at", "<", before)
    const some = old.orderBy("created_at").limit(1_000)
    const deleted = await this.#db.deleteFrom("webhook_deliveries").where("id", "in", some).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  }
}

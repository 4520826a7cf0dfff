import { randomUUID } from "node:crypto"
import { createWebhookSecret } from "@trivet/auth"
import { sql } from "kysely"
import { Clock, inject, PublicError } from "trivet"
import { isPublicUrl } from "trivet/node"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { WebhookEvent } from "./webhook-events.ts"
import type { EndpointRow } from "./webhooks-tables.ts"

const maxEndpoints = 10
const day = 24 * 60 * 60 * 1_000

/** An endpoint as its owner sees it, without the secrets. */
export interface OwnedEndpoint {
  readonly id: string
  readonly url: string
  readonly events: string[]
  readonly created_at: string
  readonly failing_since?: string
  readonly disabled_at?: string
}

/** The endpoints of users in PostgreSQL, in the transaction of the caller. */
export class EndpointsStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** The endpoints of a user, the oldest first. */
  async list(user: string): Promise<OwnedEndpoint[]> {
    const rows = this.#db.selectFrom("webhook_endpoints").selectAll().where("user_id", "=", user)
    return (await rows.orderBy("created_at").orderBy("id").execute()).map(endpointOf)
  }

  /** An endpoint of a user. */
  async find(user: string, id: string): Promise<OwnedEndpoint | undefined> {
    if (!isUuid(id)) return undefined
    const row = this.#db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id)
    const found = await row.where("user_id", "=", user).executeTakeFirst()
    return found && endpointOf(found)
  }

  /**
   * Creates an endpoint. `secret` of the result cannot be read again. Raises 400 for an address of this machine or its network, without
   * events, and for more than ten. A name is looked up only when something is sent.
   */
  async create(user_id: string, url: string, events: readonly WebhookEvent[]) {
    if (!isPublicUrl(url))
      throw new PublicError(400, "The address must be one on the internet, without a password")
    if (events.length === 0) throw new PublicError(400, "Choose at least one event")
    return this.#db.transact(async () => {
      // A lock: two requests at a time would both count nine.
      const owner = this.#db.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate()
      if ((await owner.executeTakeFirst()) === undefined) throw new PublicError(401, "Not authenticated")
      if ((await this.list(user_id)).length >= maxEndpoints)
        throw new PublicError(400, `You have ${maxEndpoints} endpoints: delete one first`)
      const secret = createWebhookSecret()
      const row: EndpointRow = {
        id: randomUUID(),
        user_id,
        url,
        events: [...new Set(events)],
        secrets: [secret],
        created_at: new Date(this.#clock.now()),
        failing_since: null,
        disabled_at: null,
      }
      await this.#db.insertInto("webhook_endpoints").values(row).execute()
      return { ...endpointOf(row), secret }
    })
  }

  /** Creates a new secret. The one before it signs too until the next one is created. */
  async rotate(id: string): Promise<string> {
    const secret = createWebhookSecret()
    const update = this.#db.updateTable("webhook_endpoints").where("id", "=", id)
    await update.set({ secrets: sql<string[]>`array[${secret}, secrets[1]]` }).execute()
    return secret
  }

  /** Switches an endpoint on again. */
  async enable(id: string): Promise<void> {
    const update = this.#db.updateTable("webhook_endpoints").where("id", "=", id)
    await update.set({ failing_since: null, disabled_at: null }).execute()
  }

  /** Deletes an endpoint with its deliveries. */
  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom("webhook_endpoints").where("id", "=", id).execute()
  }

  /** Notes that an endpoint has accepted a delivery. */
  async noteSuccess(id: string): Promise<void> {
    const update = this.#db.updateTable("webhook_endpoints").set({ failing_since: null }).where("id", "=", id)
    await update.where("failing_since", "is not", null).execute()
  }

  /** Notes a failed attempt. Returns whether this has switched the endpoint off: it has failed for three days. */
  async noteFailure(id: string): Promise<boolean> {
    const now = new Date(this.#clock.now())
    const own = this.#db
      .updateTable("webhook_endpoints")
      .where("id", "=", id)
      .where("disabled_at", "is", null)
    await own.set({ failing_since: now }).where("failing_since", "is", null).execute()
    const tooLong = own.where("failing_since", "<=", new Date(now.getTime() - 3 * day))
    return (await tooLong.set({ disabled_at: now }).executeTakeFirst()).numUpdatedRows > 0n
  }

  /** The address of an endpoint that is off, with that of its owner. */
  findDisabled(id: string) {
    return this.#db
      .selectFrom("webhook_endpoints")
      .innerJoin("users", "users.id", "webhook_endpoints.user_id")
      .select(["users.email", "webhook_endpoints.url"])
      .where("webhook_endpoints.id", "=", id)
      .where("disabled_at", "is not", null)
      .executeTakeFirst()
  }
}

function endpointOf({ id, url, events, created_at, failing_since, disabled_at }: EndpointRow): OwnedEndpoint {
  return {
    id,
    url,
    events: [...events],
    created_at: created_at.toISOString(),
    ...(failing_since !== null && { failing_since: failing_since.toISOString() }),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  }
}

import { signWebhook } from "@trivet/auth"
import { cron, Jobs, PermanentFailure } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import { type Context, implement, inject, routes } from "trivet"
import { Db } from "../database/db.ts"
import { DeliveriesStore } from "./deliveries-store.ts"
import { EndpointsStore } from "./endpoints-store.ts"
import { SendWebhook } from "./send-webhook.ts"
import { Deliveries } from "./webhook-jobs-contract.ts"

// Seconds from each attempt to the next, as Standard Webhooks recommends. The tenth is the last, after 76 hours.
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** Runs the jobs of `Deliveries`. */
export class WebhookJobs {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #mailer = inject(Mailer)
  readonly #send = inject(SendWebhook)
  readonly #endpoints = inject(EndpointsStore)
  readonly #deliveries = inject(DeliveriesStore)

  routes() {
    return routes([
      ...implement(Deliveries, this),
      cron("41 * * * *", "webhooks/forget", this.forget, { timeout: 600_000 }),
    ])
  }

  async deliver(ctx: Context<typeof Deliveries.deliver>) {
    const { id, attempt } = await ctx.bind()
    const delivery = await this.#deliveries.find(id)
    // Deleted, switched off, or accepted when it was replayed.
    if (delivery === undefined || (attempt !== undefined && delivery.status !== "waiting")) return
    const { endpoint_id, url, secrets, body } = delivery
    // Signed for each attempt: receivers reject old times.
    const headers = { "content-type": "application/json", ...signWebhook(secrets, { id, body }) }
    const { signal } = ctx
    const answer = await this.#send(url, { method: "POST", headers, body, signal }).catch(reasonOf)
    // This process stops, and another one takes the job over.
    signal.throwIfAborted()
    const isAccepted = typeof answer !== "string" && answer.ok
    const delay = isAccepted || attempt === undefined ? undefined : delays[attempt - 1]
    const isLast = attempt !== undefined && delay === undefined
    await this.#db.transact(async () => {
      // The endpoint first, always: two transactions that wait for each other would fail.
      await this.#noteAnswer(endpoint_id, isAccepted)
      const text = typeof answer === "string" ? answer : `HTTP ${answer.status}`
      await this.#deliveries.note(id, text, isAccepted ? "delivered" : isLast ? "failed" : undefined)
      if (delay === undefined) return
      const next = { id, attempt: attempt! + 1 }
      await this.#jobs.enqueue(Deliveries.deliver, next, { key: endpoint_id, delay: delay * 1_000 })
    })
  }

  async notify(ctx: Context<typeof Deliveries.notify>) {
    const { id } = await ctx.bind()
    const endpoint = await this.#endpoints.findDisabled(id)
    // Deleted, or on again.
    if (endpoint === undefined) return
    const mail = {
      to: endpoint.email,
      subject: "Your webhook endpoint was switched off",
      text: `${endpoint.url} has accepted nothing for three days, so nothing is sent to it any more.\n\nRepair it, switch it on again, and replay the deliveries that have failed.\n`,
    }
    await this.#mailer.send(mail).catch((error: Error & { readonly code?: unknown }) => {
      // A permanent rejection: further attempts would change nothing.
      throw error.code === "MAIL_REJECTED" ? new PermanentFailure(error.message, { cause: error }) : error
    })
  }

  async forget({ signal }: Context) {
    await this.#endDead(signal)
    for (let deleted = 1; deleted > 0 && !signal.aborted;) deleted = await this.#deliveries.deleteOld()
  }

  /** Ends deliveries whose job is dead: its process was killed, or the database unavailable, in all attempts. */
  async #endDead(signal: AbortSignal): Promise<void> {
    const dead = await this.#jobs.list({ job: Deliveries.deliver.path, state: "dead", limit: 1_000 })
    for (const { id } of dead) {
      if (signal.aborted) return
      const data = (await this.#jobs.find(id))?.data as { id: string; attempt?: number } | undefined
      // A replay has no number, and leaves the state as it is.
      if (data?.attempt !== undefined) await this.#deliveries.fail(data.id)
    }
  }

  async #noteAnswer(endpoint: string, isAccepted: boolean): Promise<void> {
    if (isAccepted) return this.#endpoints.noteSuccess(endpoint)
    if (!(await this.#endpoints.noteFailure(endpoint))) return
    await this.#deliveries.giveUp(endpoint)
    await this.#jobs.enqueue(Deliveries.notify, { id: endpoint })
  }
}

/** Why there was no answer, in a word: `ECONNREFUSED`, `TimeoutError`. */
function reasonOf({ code, name }: Error & { readonly code?: unknown }): string {
  return typeof code === "string" ? code : name
}

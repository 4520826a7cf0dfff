import { Clock, type Context, inject, type Middleware, type Next, Reply, type Security } from "trivet"
import { fault } from "../faults.ts"
import { keyOf, schemes, type WebhookScheme } from "./webhook-schemes.ts"

/** The middleware class that `webhookAuth()` makes. */
export interface WebhookAuth extends Middleware {
  readonly provides: readonly ["webhook_id"]
}

/**
 * Makes a guard for the webhooks of another service: it requires that one of the secrets has signed the body, at most five
 * minutes ago, otherwise 401. It sets `webhook_id`, the same each time that an event is sent. `standard` is the scheme of
 * Standard Webhooks, which many services use. GitHub signs no time, so a copy of its request is accepted at any time.
 *
 * Secrets may be a function, which may call `inject()`. List two while one replaces the other.
 *
 * @example
 * ```ts
 * import { webhookAuth } from "@trivet/auth"
 * import { type Context, dto, inject, post, routes, token } from "trivet"
 *
 * const Settings = token<{ readonly STRIPE_SECRET: string }>("Settings")
 * const StripeAuth = webhookAuth("stripe", () => [inject(Settings).STRIPE_SECRET])
 * const Event = dto({ type: "required" })
 *
 * export class Payments {
 *   routes() {
 *     return routes([post("/webhooks/stripe", this.receive, { middlewares: [StripeAuth] })])
 *   }
 *   async receive(ctx: Context<"/webhooks/stripe", "webhook_id">) {
 *     const { type } = await ctx.bind(Event)
 *     ctx.log.info({ event: ctx.get("webhook_id"), type }, "webhook received")
 *     return {}
 *   }
 * }
 * ```
 */
export function webhookAuth(
  scheme: WebhookScheme,
  secrets: readonly string[] | (() => readonly string[]),
): new () => WebhookAuth {
  if (!Object.hasOwn(schemes, scheme)) throw fault("AUTH_WEBHOOK_SCHEME", { scheme: JSON.stringify(scheme) })
  const { check, header } = schemes[scheme]
  return class WebhookAuth implements WebhookAuth {
    readonly kinds = ["request"] as const
    readonly provides = ["webhook_id"] as const
    readonly security: Security = {
      name: `${scheme}Webhook`,
      scheme: { type: "apiKey", in: "header", name: header },
    }
    readonly answers: Readonly<Record<number, string>> = { 401: "Missing or invalid signature" }
    readonly #clock = inject(Clock)
    readonly #secrets = checked(scheme, typeof secrets === "function" ? secrets() : secrets)

    async handle(ctx: Context, next: Next): Promise<unknown> {
      if (ctx.header(header) === "") return Reply.error(401, "Missing signature")
      const body = await ctx.request().body()
      const now = this.#clock.now() / 1000
      const id = check({ header: (name) => ctx.header(name), body, now }, this.#secrets)
      if (id === undefined) return Reply.error(401, "Invalid signature")
      ctx.set("webhook_id", id)
      return next()
    }
  }
}

/** With an empty key everybody could sign. */
function checked(scheme: WebhookScheme, secrets: readonly string[]): readonly string[] {
  const isWrong = (secret: unknown) =>
    typeof secret !== "string" || secret === "" || (scheme === "standard" && keyOf(secret).length < 16)
  if (secrets.length === 0 || secrets.some(isWrong)) throw fault("AUTH_WEBHOOK_SECRET", { scheme })
  return [...secrets]
}

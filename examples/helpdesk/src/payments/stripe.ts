import { PermanentFailure } from "@trivet/jobs"
import { inject } from "trivet"
import { type Settings, Settings as SettingsToken } from "../settings.ts"

/** The key and the secret of webhooks; `undefined` if the help desk takes no payments. One without the other is an error. */
export function stripeKeysOf({ STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: secret }: Settings) {
  if (key !== undefined && secret !== undefined) return { key, secret }
  if (key === undefined && secret === undefined) return undefined
  const missing = key === undefined ? "STRIPE_KEY" : "STRIPE_WEBHOOK_SECRET"
  throw new Error(
    `${missing} is not set. Payments need STRIPE_KEY and STRIPE_WEBHOOK_SECRET; without both they are off.`,
  )
}

/** Stripe's API, as far as the help desk needs it. */
export class Stripe {
  readonly #settings = inject(SettingsToken)
  readonly #keys = stripeKeysOf(this.#settings)
  readonly isOn: boolean = this.#keys !== undefined

  /** Opens a page on which a customer pays. Calls with one key and the same fields, within a day, open one page. */
  async openSession(
    fields: Readonly<Record<string, string>>,
    key: string,
    signal: AbortSignal,
  ): Promise<{ readonly url: string }> {
    const reply = await fetch(
      new URL("/v1/checkout/sessions", this.#settings.STRIPE_URL ?? "https://api.stripe.com"),
      {
        method: "POST",
        headers: { authorization: `Bearer ${this.#keys?.key ?? ""}`, "idempotency-key": key },
        body: new URLSearchParams(fields),
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      },
    )
    if (reply.ok) return (await reply.json()) as { readonly url: string }
    const failure = `Stripe answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`
    // 409: the first request with this key still runs. 429: too many requests.
    const isFinal = reply.status < 500 && reply.status !== 409 && reply.status !== 429
    throw isFinal ? new PermanentFailure(failure) : new Error(failure)
  }
}

/** The fields of a page for one price. */
export function sessionOf(payment: { id: string; amount: number; currency: string }, back: string) {
  return {
    mode: "payment",
    // Webhooks have it too, also if the reply with the id of the page is lost.
    client_reference_id: payment.id,
    success_url: back,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": payment.currency,
    "line_items[0][price_data][unit_amount]": String(payment.amount),
    "line_items[0][price_data][product_data][name]": "A fast answer",
  }
}

import { randomBytes } from "node:crypto"
import { hmac, keyOf } from "./webhook-schemes.ts"

/** A webhook that is sent. */
export interface WebhookToSign {
  /** The id of the event, the same each time that it is sent. */
  readonly id: string
  readonly body: string | Uint8Array
  /** When it is sent, in milliseconds since 1970. Each attempt needs a new one. Default: now. */
  readonly at?: number
}

/**
 * Returns the headers of a webhook that follows Standard Webhooks. With two secrets it has two signatures, so that the receiver
 * can change from one to the other at any time. Send exactly the body that was signed.
 *
 * @example
 * ```ts
 * import { createWebhookSecret, signWebhook } from "@trivet/auth"
 *
 * const secrets = [createWebhookSecret()]
 *
 * export async function send(url: string, id: string, event: object) {
 *   const body = JSON.stringify(event)
 *   const headers = { "content-type": "application/json", ...signWebhook(secrets, { id, body }) }
 *   await fetch(url, { method: "POST", headers, body })
 * }
 * ```
 */
export function signWebhook(
  secrets: readonly string[],
  { id, body, at = Date.now() }: WebhookToSign,
): Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const time = String(Math.floor(at / 1000))
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  const signatures = secrets.map((secret) => hmac(keyOf(secret), `${id}.${time}.`, bytes).toString("base64"))
  return {
    "webhook-id": id,
    "webhook-timestamp": time,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  }
}

/** Creates a secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** How a service signs its webhooks. */
export type WebhookScheme = "standard" | "stripe" | "github"

/** A request as the schemes read it. */
export interface SignedRequest {
  header(name: string): string
  readonly body: Uint8Array
  /** Seconds since 1970. */
  readonly now: number
}

/** Reads and checks the signature of a request. Returns the id of the event, `undefined` if no secret has signed it. */
type Check = (request: SignedRequest, secrets: readonly string[]) => string | undefined

/** Seconds by which the time of a signature may differ from the present. */
const tolerance = 300

/** What a scheme needs to know. */
interface Scheme {
  /** The header of the signature, for OpenAPI. */
  readonly header: string
  readonly check: Check
}

/** Each scheme. The time is part of what is signed, except at GitHub, which signs the body alone. */
export const schemes: Readonly<Record<WebhookScheme, Scheme>> = {
  standard: {
    header: "webhook-signature",
    check({ header, body, now }, secrets) {
      const [id, time] = [header("webhook-id"), header("webhook-timestamp")]
      if (id === "" || !isRecent(time, now)) return undefined
      // Of every version but 1 nothing is known.
      const given = header("webhook-signature")
        .split(" ")
        .flatMap((one) => (one.startsWith("v1,") ? [Buffer.from(one.slice(3), "base64")] : []))
      const wanted = secrets.map((secret) => hmac(keyOf(secret), `${id}.${time}.`, body))
      return isSigned(given, wanted) ? id : undefined
    },
  },
  stripe: {
    header: "stripe-signature",
    check({ header, body, now }, secrets) {
      const parts = header("stripe-signature")
        .split(",")
        .map((part) => part.trim().split("="))
      const times = parts.flatMap(([name, value = ""]) => (name === "t" ? [value] : []))
      const [time = ""] = times
      // With two times it would not be clear which one is signed.
      if (times.length !== 1 || !isRecent(time, now)) return undefined
      const given = parts.flatMap(([name, value = ""]) => (name === "v1" ? [Buffer.from(value, "hex")] : []))
      const wanted = secrets.map((secret) => hmac(secret, `${time}.`, body))
      return isSigned(given, wanted) ? idIn(body) : undefined
    },
  },
  github: {
    header: "x-hub-signature-256",
    check({ header, body }, secrets) {
      const [, given = ""] = /^sha256=([\da-f]{64})$/.exec(header("x-hub-signature-256")) ?? []
      const wanted = secrets.map((secret) => hmac(secret, "", body))
      // `X-GitHub-Delivery` is not signed: with another one, a copy would be taken for a new event.
      return isSigned([Buffer.from(given, "hex")], wanted) ? digestOf(body) : undefined
    },
  },
}

/** The key that a secret of Standard Webhooks stands for. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ""), "base64")
}

/** The signature of a body: with a text before it, such as its time. */
export function hmac(key: string | Uint8Array, before: string, body: Uint8Array): Buffer {
  return createHmac("sha256", key).update(before).update(body).digest()
}

function isRecent(time: string, now: number): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= tolerance
}

function isSigned(given: readonly Uint8Array[], wanted: readonly Uint8Array[]): boolean {
  return given.some((one) =>
    wanted.some((other) => one.length === other.length && timingSafeEqual(one, other)),
  )
}

/** The id in an event of Stripe, which is part of what is signed. */
function idIn(body: Uint8Array): string {
  try {
    const { id } = JSON.parse(Buffer.from(body).toString()) as { readonly id?: unknown }
    if (typeof id === "string" && id !== "") return id
  } catch {
    // The handler rejects it, if it reads the body.
  }
  return digestOf(body)
}

function digestOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64url")
}

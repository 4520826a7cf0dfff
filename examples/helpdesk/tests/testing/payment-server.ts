import { createHmac, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { Settings } from "../../src/settings.ts"

/** A page on which a customer pays. */
export interface Session {
  readonly id: string
  readonly client_reference_id: string
  readonly url: string
}

/** An event about a session. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: Session & { readonly payment_status: string } }
}

/** Lost: it is processed, and the connection ends without a reply. Held: its reply waits for `release()`. */
type Plan = "lost" | "held" | "unavailable" | "rejected"

/** A payment service, which speaks as Stripe does: keys of requests, and signed webhooks. Of its API it has one route. */
export class PaymentServer {
  /** All pages that were opened. Each could be paid for. */
  readonly sessions: Session[] = []
  /** The keys of all requests. */
  readonly keys: string[] = []
  /** What happens to the next requests. Those after them are answered. */
  readonly plans: Plan[] = []
  readonly #server: Server
  readonly #key = `sk_test_${randomBytes(12).toString("hex")}`
  readonly #secret = `whsec_${randomBytes(12).toString("hex")}`
  readonly #replies = new Map<string, { readonly body: string; readonly session: Session }>()
  #held = Promise.withResolvers<void>()

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<PaymentServer> {
    const server = new PaymentServer()
    await once(server.#server.listen(0, "127.0.0.1"), "listening")
    return server
  }

  /** What the help desk is started with. */
  get settings(): Required<Pick<Settings, "STRIPE_URL" | "STRIPE_KEY" | "STRIPE_WEBHOOK_SECRET">> {
    const { port } = this.#server.address() as AddressInfo
    return {
      STRIPE_URL: `http://127.0.0.1:${port}`,
      STRIPE_KEY: this.#key,
      STRIPE_WEBHOOK_SECRET: this.#secret,
    }
  }

  /** Sends the replies that are held. */
  release(): void {
    this.#held.resolve()
    this.#held = Promise.withResolvers()
  }

  /** A new event about a session. */
  event(session: Session, type = "checkout.session.completed", payment_status = "paid"): PaymentEvent {
    return {
      id: `evt_${randomBytes(12).toString("hex")}`,
      type,
      data: { object: { ...session, payment_status } },
    }
  }

  /** The webhook of an event, as it is sent at a time. */
  webhook(event: PaymentEvent, at: number, secret = this.#secret) {
    const [body, time] = [JSON.stringify(event), Math.floor(at / 1_000)]
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")
    const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` }
    return { headers, body }
  }

  async stop(): Promise<void> {
    this.release()
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const plan = this.plans.shift()
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
    }
    const fail = (status: number, message: string) => reply(status, { error: { message } })
    const { authorization, "idempotency-key": key } = request.headers
    if (authorization !== `Bearer ${this.#key}`) return fail(401, "Invalid API Key provided")
    if (`${request.method} ${request.url}` !== "POST /v1/checkout/sessions")
      return fail(404, "Unrecognized request URL")
    if (plan === "unavailable") return fail(503, "Unavailable")
    if (plan === "rejected") return fail(400, "Invalid currency: xxx")
    this.keys.push(String(key))
    const known = this.#replies.get(String(key))
    if (known !== undefined && known.body !== body)
      return fail(400, "Keys for idempotent requests can only be used with the same parameters")
    const session = known?.session ?? this.#open(new URLSearchParams(body))
    this.#replies.set(String(key), { body, session })
    if (plan === "lost") return void request.socket.destroy()
    if (plan === "held") await this.#held.promise
    reply(200, session)
  }

  #open(fields: URLSearchParams): Session {
    const id = `cs_test_${randomBytes(12).toString("hex")}`
    const client_reference_id = fields.get("client_reference_id") ?? ""
    const session = { id, client_reference_id, url: `https://checkout.example.com/c/pay/${id}` }
    this.sessions.push(session)
    return session
  }
}

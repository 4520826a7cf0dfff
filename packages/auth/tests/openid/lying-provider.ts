import { createHash, createHmac, generateKeyPairSync, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, SignJWT } from "jose"

const known = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const ofOtherKind = generateKeyPairSync("ec", { namedCurve: "P-256" })
const unknown = generateKeyPairSync("rsa", { modulusLength: 2_048 })

/** How a provider lies. Without any of these it is honest. */
export interface Lies {
  /** Claims of the ID token that replace the right ones; `undefined` leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** How the ID token is signed. */
  readonly signature?:
    | "none"
    | "public key as secret"
    | "unknown key"
    | "published key of another algorithm"
    | "unknown key with a known id"
  /** What it publishes about itself, beside or in place of the right parts. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** User info; default: none is offered. */
  readonly userInfo?: Readonly<Record<string, unknown>>
  /** Whether any code is exchanged with any verifier and address. */
  readonly careless?: boolean
  /** Parts of its answer at the callback, in place of the right ones; `undefined` leaves one out. */
  readonly answer?: Readonly<Record<string, string | undefined>>
  /** Answers instead of it; returns whether it did. */
  readonly instead?: (path: string, reply: ServerResponse) => boolean
}

interface Asked {
  readonly challenge: string
  readonly nonce: string
  readonly callback: string
}

/** A provider on this machine that says what a test wants. It has no page: `signIn()` stands for a person there. */
export class LyingProvider {
  lies: Lies = {}
  /** The paths that were asked for. */
  readonly requests: string[] = []
  readonly #server: Server
  readonly #codes = new Map<string, Asked>()

  private constructor(server: Server) {
    this.#server = server
    server.on("request", (request: IncomingMessage, reply: ServerResponse) => {
      void this.#answer(request, reply).catch(() => reply.destroy())
    })
  }

  static async start(): Promise<LyingProvider> {
    const server = createServer()
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    return new LyingProvider(server)
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Signs a person in who was sent to this address. Returns the path and query of the callback. */
  signIn(address: string): string {
    const asked = new URL(address).searchParams
    const code = randomUUID()
    const callback = asked.get("redirect_uri")!
    this.#codes.set(code, { callback, challenge: asked.get("code_challenge")!, nonce: asked.get("nonce")! })
    const answer = { code, state: asked.get("state")!, iss: this.issuer, ...this.lies.answer }
    const kept = Object.entries(answer).filter((part): part is [string, string] => part[1] !== undefined)
    return `${new URL(callback).pathname}?${new URLSearchParams(kept).toString()}`
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url ?? ""
    this.requests.push(path)
    if (this.lies.instead?.(path, reply) === true) return
    const send = (status: number, body: unknown) =>
      reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (path === "/.well-known/openid-configuration") send(200, this.#metadata())
    else if (path === "/keys")
      send(200, {
        keys: [
          { ...(await exportJWK(known.publicKey)), kid: "k1", use: "sig" },
          { ...(await exportJWK(ofOtherKind.publicKey)), kid: "k3", use: "sig" },
        ],
      })
    else if (path === "/token") await this.#exchange(request, send)
    else if (path === "/me") send(200, this.lies.userInfo)
    else send(404, {})
  }

  #metadata(): object {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(this.lies.userInfo !== undefined && { userinfo_endpoint: `${issuer}/me` }),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "ES256", "HS256", "none"],
      authorization_response_iss_parameter_supported: true,
      ...this.lies.metadata,
    }
  }

  async #exchange(request: IncomingMessage, send: (status: number, body: unknown) => void): Promise<void> {
    let text = ""
    for await (const piece of request) text += String(piece)
    const form = new URLSearchParams(text)
    const asked = this.#codes.get(form.get("code") ?? "")
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url")
    const isRight = asked?.challenge === challenge && asked.callback === form.get("redirect_uri")
    const secret = Buffer.from(
      "client:the client's secret".replace("the client's secret", "the+client%27s+secret"),
    )
    const isClient = request.headers.authorization === `Basic ${secret.toString("base64")}`
    if (asked === undefined || !isClient || !(isRight || this.lies.careless === true))
      return send(400, { error: "invalid_grant" })
    this.#codes.delete(form.get("code")!)
    const id_token = await this.#idToken(asked.nonce)
    return send(200, { access_token: "access", token_type: "Bearer", expires_in: 60, id_token })
  }

  async #idToken(nonce: string): Promise<string> {
    const { claims, signature } = this.lies
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: this.issuer, aud: "client", sub: "s1", nonce, iat: now, exp: now + 60 }
    const person = { email: "ada@example.com", email_verified: true }
    const all = { ...right, ...person, ...claims }
    if (signature === "none") return `${encoded({ alg: "none" })}.${encoded(all)}.`
    if (signature === "public key as secret") {
      const begin = `${encoded({ alg: "HS256", kid: "k1" })}.${encoded(all)}`
      const pem = known.publicKey.export({ type: "spki", format: "pem" })
      return `${begin}.${createHmac("sha256", pem).update(begin).digest("base64url")}`
    }
    if (signature === "published key of another algorithm")
      return new SignJWT(all).setProtectedHeader({ alg: "ES256", kid: "k3" }).sign(ofOtherKind.privateKey)
    const kid = signature === "unknown key" ? "k2" : "k1"
    const { privateKey } = signature === undefined ? known : unknown
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey)
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

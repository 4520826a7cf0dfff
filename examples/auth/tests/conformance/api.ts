import { request } from "node:http"
import type { ContractCalls, ReadReply } from "../../../../packages/trivet/tests/client/contract-calls.ts"

/** A reply as a case reads it. */
export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON; `undefined` where it is none. */
  readonly json: unknown
}

/** What a case sends. */
export interface ApiRequest {
  readonly json?: unknown
  readonly body?: string
  /** Several values of one name are sent as several lines. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** A user that a case has registered. */
export interface Account {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly user: Readonly<Record<string, unknown>>
}

/** A server under test, known by its address alone. */
export class Api {
  readonly url: string
  /** Passwords, tokens, session ids and keys that went over the wire: none may be in a log. */
  readonly secrets = new Set<string>()
  readonly #contracts: ContractCalls | undefined

  /** With `contracts`, what a client can send goes through one. */
  constructor(url: string, contracts?: ContractCalls) {
    this.url = url.replace(/\/$/, "")
    this.#contracts = contracts
  }

  /** Makes a call. */
  async call(method: string, path: string, given: ApiRequest = {}): Promise<ApiReply> {
    const body = given.body ?? (given.json === undefined ? undefined : JSON.stringify(given.json))
    const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...given.headers }
    const reply = await this.#contracts?.send({ method, path, headers, body })
    return reply === undefined ? this.#request(method, path, headers, body) : replyOf(reply)
  }

  #request(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[]>>,
    body: string | undefined,
  ): Promise<ApiReply> {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const asked = request(this.url + path, { method, headers: { ...length, ...headers } })
      asked.on("error", reject)
      asked.on("response", (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) })
        })
      })
      asked.end(body)
    })
  }

  get(path: string, headers: ApiRequest["headers"] = {}): Promise<ApiReply> {
    return this.call("GET", path, { headers })
  }

  async post(path: string, json: unknown, headers: ApiRequest["headers"] = {}): Promise<ApiReply> {
    const reply = await this.call("POST", path, { json, headers })
    this.#note(json)
    this.#note(reply.json)
    for (const cookie of [reply.headers["set-cookie"] ?? []].flat())
      this.#keep(/^session_id=([^;]+)/.exec(cookie)?.[1])
    return reply
  }

  /** Registers somebody new. */
  async register(more: Readonly<Record<string, unknown>> = {}): Promise<Account> {
    const given = { email: someEmail(), password: `pass-${crypto.randomUUID()}`, name: "Ada", ...more }
    const reply = await this.post("/auth/register", given)
    if (reply.status !== 201) throw new Error(`registration gave ${reply.status} ${reply.text}`)
    const { token, user } = reply.json as Account
    return { email: given.email, password: given.password, token, user }
  }

  #note(value: unknown): void {
    if (typeof value !== "object" || value === null) return
    for (const name of ["password", "token", "access_token", "refresh_token", "key"])
      this.#keep((value as Readonly<Record<string, unknown>>)[name])
  }

  #keep(value: unknown): void {
    if (typeof value === "string" && value.length > 7) this.secrets.add(value)
  }
}

/** An e-mail address that nobody has. */
export function someEmail(): string {
  return `u-${crypto.randomUUID()}@example.com`
}

/** The header that shows an access token. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

function replyOf({ status, headers, text }: ReadReply): ApiReply {
  const cookies = headers.getSetCookie()
  const more = cookies.length === 0 ? {} : { "set-cookie": cookies }
  return { status, headers: { ...Object.fromEntries(headers), ...more }, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

import type { ContractCalls } from "../../../../packages/trivet/tests/client/contract-calls.ts"

/** What is sent with a call. */
export interface Sent {
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A reply that was read to its end. */
export interface Received {
  readonly status: number
  readonly text: string
  readonly json: unknown
  header(name: string): string
}

/** Calls the blog at a URL, over HTTP like any client. */
export class Client {
  readonly #url: string
  readonly #contracts: ContractCalls | undefined

  /** With `contracts`, what a client of theirs can send goes through one. */
  constructor(url: string, contracts?: ContractCalls) {
    this.#url = url.replace(/\/$/, "")
    this.#contracts = contracts
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
    const given = {
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...sent.headers,
    }
    const reply =
      (await this.#contracts?.send({ method, path, headers: given, body })) ??
      (await this.#fetch(method, path, given, body))
    const { status, text, headers } = reply
    return { status, text, json: parse(text), header: (name) => headers.get(name) ?? "" }
  }

  async #fetch(method: string, path: string, headers: Record<string, string>, body: string | undefined) {
    const init = { method, headers, ...(body !== undefined && { body }) }
    const reply = await fetch(this.#url + path, { ...init, redirect: "manual" })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

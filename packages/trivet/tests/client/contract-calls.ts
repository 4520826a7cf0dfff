import type { Contract } from "trivet"
import type { ContractRecord } from "trivet/extend"
import { ClientError, type ClientReply, createClient, type TextValue } from "trivet/client"

/** A call as a suite writes it, for any server. */
export interface WrittenCall {
  readonly method: string
  /** The path with the query, both encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | undefined
}

/** A reply as any client reads it. JSON is written again from its value, without spaces. */
export interface ReadReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Why a call that a suite writes is not one that a client can make. */
export type Obstacle =
  | "no record"
  | "a malformed escape"
  | "a repeated header"
  | "a parameter that no path can have"

/** A call that no client can make. */
export interface LeftCall extends WrittenCall {
  readonly obstacle: Obstacle
}

interface Given {
  readonly params: Readonly<Record<string, TextValue>>
  readonly query: Readonly<Record<string, TextValue | readonly TextValue[]>>
  readonly headers: Readonly<Record<string, TextValue>>
  readonly body?: unknown
}

interface Callable {
  readonly method: string
  readonly path: RegExp
  readonly names: readonly string[]
  call(given: Given): Promise<ClientReply>
}

/** Sends the calls of a suite through clients of contracts, and counts what it could send and what not. */
export class ContractCalls {
  /** How many calls went through a client and were answered. */
  answered = 0
  /** How many of them had a body that is no JSON as the client writes it: these were sent as bytes. */
  ofBytes = 0
  /** The calls that no client can make. */
  readonly left: LeftCall[] = []
  readonly #callables: readonly Callable[]

  constructor(url: string, contracts: readonly Contract[]) {
    // No retries: a suite counts its calls, and expects some to be refused.
    this.#callables = contracts.flatMap((records) => {
      const client = createClient(records, { url, retry: 0 }) as unknown as Readonly<
        Record<string, Callable["call"]>
      >
      return Object.entries(client).map(([name, call]) => ({ ...matcherOf(records[name]!), call }))
    })
  }

  /** Sends a call through the client of its record. `undefined` if no client can make it: then nothing was sent. */
  async send(written: WrittenCall): Promise<ReadReply | undefined> {
    const [path, query] = splitAt(written.path, "?")
    const found = this.#callables.find((one) => one.method === written.method && one.path.test(path))
    if (found === undefined) return this.#leave("no record", written)
    if (!isDecodable(written.path)) return this.#leave("a malformed escape", written)
    const headers = headersOf(written.headers)
    if (headers === undefined) return this.#leave("a repeated header", written)
    const texts = found.path.exec(path)!.slice(1).map(decodeURIComponent)
    const params = Object.fromEntries(found.names.map((name, at) => [name, valueOf(texts[at]!)]))
    const body = bodyOf(written.body)
    const isBytes = body instanceof Uint8Array
    const isJson = body !== undefined && !isBytes
    // The client's own type is the one to test.
    if (isJson && headers["content-type"] === "application/json") delete headers["content-type"]
    try {
      const reply = await found.call({ params, query: queryOf(query), headers, body })
      this.answered++
      if (isBytes) this.ofBytes++
      return { status: reply.status, headers: reply.headers, text: textOf(reply) }
    } catch (error) {
      if (!(error instanceof ClientError && error.code === "REQUEST" && /`params\./.test(error.message)))
        throw error
      return this.#leave("a parameter that no path can have", written)
    }
  }

  /** Both counts in words. */
  toString(): string {
    const groups = Object.entries(Object.groupBy(this.left, ({ obstacle }) => obstacle))
    const left = groups.map(([obstacle, calls]) => `${calls.length} with ${obstacle}`)
    const bytes = `${this.ofBytes} with a body that is no JSON of a client`
    return `${this.answered} calls through the client (${bytes}), without it: ${left.join(", ") || "none"}`
  }

  #leave(obstacle: Obstacle, written: WrittenCall): undefined {
    this.left.push({ ...written, obstacle })
  }
}

function matcherOf({ method, path }: ContractRecord): Pick<Callable, "method" | "path" | "names"> {
  const names = [...path.matchAll(/:(\w+)|\*$/g)].map(([whole, name]) => name ?? whole)
  // An empty parameter too: it is the client that has to refuse it.
  const pattern = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\w+/g, "([^/]*)")
    .replace(/\*$/, "(.*)")
  return { method: method ?? "", path: new RegExp(`^${pattern}$`), names }
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

function headersOf(headers: WrittenCall["headers"]): Record<string, TextValue> | undefined {
  const entries = Object.entries(headers)
  if (entries.some(([, value]) => typeof value !== "string")) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value as string]))
}

function queryOf(text: string): Given["query"] {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...params.keys()].map((name) => {
      const [first, ...more] = params.getAll(name).map(valueOf)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** The number or boolean with this text: callers have values, not texts. */
function valueOf(text: string): TextValue {
  if (text === "true" || text === "false") return text === "true"
  return /^-?[\d.]+$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

/** The value whose JSON is this text. Anything else is bytes, which a client sends as they are. */
function bodyOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) === text) return value
  } catch {
    // Not JSON at all.
  }
  return new TextEncoder().encode(text)
}

function textOf({ body, headers }: ClientReply): string {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  if (headers.get("content-type")?.startsWith("text/") === true) return body as string
  // `null` stands for no body; one that was sent has a length.
  return body === null && headers.get("content-length") !== "4" ? "" : JSON.stringify(body)
}

import type { Contract } from "../module/routes/contract.ts"
import type { ClientCall } from "./client-call.ts"
import { ClientError } from "./client-error.ts"
import { compileCall } from "./compile-call.ts"
import { type HeaderValues, writeHeaders } from "./header-values.ts"
import { createRetryBudget } from "./retries.ts"
import type { ClientSettings } from "./sending.ts"

/** Options of `createClient()`. An application under test is such an object: `createClient(Posts, app)`. */
export interface ClientOptions {
  /** The address of the API, with the path of its group if there is one: `https://example.com/api/v1`. */
  readonly url: string
  /** Headers of every request, or a function that returns them. It is called for each attempt. Default: none. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>)
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
  /** Milliseconds for a whole call, with all its attempts. Default: no limit but the runtime's own. */
  readonly timeout?: number
  /**
   * How often a request is repeated that got no reply, 429, 502, 503 or 504. Only GET, HEAD, OPTIONS and calls with an
   * `Idempotency-Key` are repeated. Default: 2.
   */
  readonly retry?: number
}

/** The client of a contract: a function for each record. Commands have none. */
export type Client<Records extends Contract> = {
  readonly [Name in keyof Records]: Records[Name] extends { readonly method: string }
    ? ClientCall<Records[Name]>
    : never
}

/**
 * Makes a client of a contract: `const posts = createClient(Posts, { url: "https://example.com" })`. Each record is a
 * function. Every status is a reply; the promise rejects with a `ClientError` only if there is no reply.
 *
 * @example
 * ```ts
 * import { contract, dto } from "trivet"
 * import { createClient } from "trivet/client"
 *
 * const Posts = contract({
 *   show: {
 *     method: "GET",
 *     path: "/posts/:id",
 *     returns: { 200: dto({ title: "required" }), 404: dto({ error: "required" }) },
 *   },
 * })
 *
 * export async function titleOf(id: string): Promise<string> {
 *   const posts = createClient(Posts, { url: "https://example.com" })
 *   const reply = await posts.show({ params: { id } })
 *   return reply.status === 200 ? reply.body.title : `no title: ${reply.status}`
 * }
 * ```
 */
export function createClient<const Records extends Contract>(
  records: Records,
  options: ClientOptions,
): Client<Records> {
  const { url, headers = {}, fetch: given, timeout = 0, retry = 2 } = options
  const title = "createClient()"
  if (/[?#]/.test(url)) throw new ClientError("REQUEST", title, "Remove the query or fragment of `url`")
  const settings: ClientSettings = {
    url: url.replace(/\/$/, ""),
    headers: typeof headers === "function" ? headers : writeHeaders(title, headers),
    // Looked up for each request, because programs may replace the global `fetch` to observe requests.
    fetch:
      given === undefined
        ? (target, init) => fetch(target, init)
        : (target, init) => given(new Request(target, init)),
    timeout,
    retry,
    budget: createRetryBudget(),
  }
  const calls = Object.entries(records).flatMap(([name, record]) =>
    record.method === undefined ? [] : [[name, compileCall(record, settings)] as const],
  )
  return Object.fromEntries(calls) as unknown as Client<Records>
}

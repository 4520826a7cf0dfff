import { isStreamSchema } from "../schema/stream.ts"
import { ClientError, type ClientErrorCode } from "./client-error.ts"
import type { ClientReply } from "./client-reply.ts"
import { pause, startDeadline } from "./deadline.ts"
import type { GivenOptions } from "./given-options.ts"
import { writeHeaders } from "./header-values.ts"
import { earnRetry, isPassing, waitBefore } from "./retries.ts"
import type { ClientSettings, SentRoute, Sending } from "./sending.ts"

/** Sends a request and reads its reply. Retries only if that is safe. */
export async function send(
  settings: ClientSettings,
  route: SentRoute,
  url: string,
  options: GivenOptions,
): Promise<ClientReply> {
  const body = requestBodyOf(options.body)
  const given = route.sendsKey && !hasKey(options) ? withKey(options) : options
  const deadline = startDeadline(settings.timeout, given.signal)
  const sending = { settings, route, url, given, deadline }
  try {
    for (let attempt = 0; ; attempt++) {
      const { headers } = settings
      // Called for each attempt, because a token may have been renewed.
      const own = typeof headers === "function" ? writeHeaders(route.title, await headers()) : headers
      const init = initOf(sending, own, body)
      let response: Response | undefined
      let failure: ClientError | undefined
      try {
        if (deadline.signal?.aborted === true) throw deadline.signal.reason
        response = await settings.fetch(url, init)
      } catch (cause) {
        failure = failureOf(sending, cause)
      }
      if (response !== undefined && !isPassing(response, hasKey(given))) earnRetry(settings.budget)
      else {
        const wait = waitBefore(attempt, response?.headers.get("retry-after"))
        if (attempt < settings.retry && mayRepeat(sending, wait)) {
          settings.budget.left--
          response?.body?.cancel().catch(() => {})
          await pause(wait, deadline.signal)
          continue
        }
      }
      if (response === undefined) throw failure!
      return await readReply(sending, response, body)
    }
  } finally {
    deadline.end()
  }
}

function initOf(
  { route, given, deadline }: Sending,
  own: Readonly<Record<string, string>>,
  body: RequestInit["body"] | undefined,
): RequestInit {
  // JSON explicitly: a web site would prefer HTML.
  const headers: Record<string, string> = { accept: "application/json, */*" }
  if (typeof body === "string") headers["content-type"] = "application/json"
  Object.assign(headers, own)
  if (given.headers !== undefined) Object.assign(headers, writeHeaders(route.title, given.headers))
  // Redirects are not followed, because another site would receive the headers and the body.
  const init: RequestInit = { method: route.method, headers, redirect: "manual" }
  if (deadline.signal !== undefined) init.signal = deadline.signal
  if (body !== undefined) init.body = body
  if (isStream(body)) init.duplex = "half"
  return init
}

const sentAsIs = /^\[object (?:FormData|Blob|File|URLSearchParams|ReadableStream|Uint8Array|ArrayBuffer)\]$/

/** A body for `fetch`. A string is always sent as JSON, so that it has one meaning. */
function requestBodyOf(body: unknown): RequestInit["body"] | undefined {
  const isSentAsIs = typeof body === "object" && sentAsIs.test(tagOf(body))
  return isSentAsIs ? (body as RequestInit["body"]) : JSON.stringify(body)
}

function isStream(body: unknown): boolean {
  return typeof body === "object" && tagOf(body) === "[object ReadableStream]"
}

// Not `instanceof`, because polyfills and other realms have their own classes.
function tagOf(body: unknown): string {
  return Object.prototype.toString.call(body)
}

/**
 * Whether a request without a reply, or with a temporary failure, may be sent again: if it is safe or has an
 * idempotency key.
 */
function mayRepeat({ settings, route, given, deadline }: Sending, wait: number): boolean {
  return (
    settings.budget.left >= 1 &&
    deadline.signal?.aborted !== true &&
    Date.now() + wait < deadline.at &&
    !isStream(given.body) &&
    (/^(?:GET|HEAD|OPTIONS)$/.test(route.method) || hasKey(given))
  )
}

/** A key in the client's own headers does not count, because they may differ for each attempt. */
function hasKey({ headers = {} }: GivenOptions): boolean {
  return Object.keys(headers).some((name) => /^idempotency-key$/i.test(name))
}

/** The same key for all attempts. */
function withKey(given: GivenOptions): GivenOptions {
  // Not `randomUUID()`, which pages without HTTPS do not have.
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-")
  return { ...given, headers: { ...given.headers, "idempotency-key": key } }
}

async function readReply(
  sending: Sending,
  response: Response,
  sent: RequestInit["body"] | undefined,
): Promise<ClientReply> {
  const { route, given, deadline } = sending
  const { status, headers } = response
  // For a redirect, browsers only expose status 0.
  if (status === 0) throw failureWith(sending, "REPLY", "redirected. Check the address.", undefined, 0)
  const isNamed = route.returns !== undefined && Object.hasOwn(route.returns, status)
  const ok = response.ok && (isNamed || route.returns === undefined)
  const read = ok ? given.read : undefined
  if (ok && read === undefined && isStreamSchema(route.returns?.[status])) {
    // Loaded only for clients with streams: it would be a third of what a page loads.
    const { resumeEvents } = await import("./streams/resume-events.ts")
    return { ok, status, body: resumeEvents(response, sending, sent, initOf, failureOf), headers }
  }
  try {
    const body = await (read === undefined ? parseReply(response, route.method, isNamed) : read(response))
    return { ok, status, body, headers }
  } catch (cause) {
    const isOver = deadline.signal?.aborted === true
    if (!isOver && read !== undefined) throw cause
    if (isOver || !(cause instanceof SyntaxError)) throw failureOf(sending, cause)
    throw failureWith(
      sending,
      "REPLY",
      `the reply ${status} is not JSON. Check what answers there.`,
      cause,
      status,
    )
  }
}

function failureOf(sending: Sending, cause: unknown): ClientError {
  const { settings, given, deadline } = sending
  if (given.signal?.aborted === true) return failureWith(sending, "ABORTED", "aborted by its signal", cause)
  return deadline.signal?.aborted === true
    ? failureWith(
        sending,
        "TIMEOUT",
        `no whole reply within ${settings.timeout} ms. Check the server, or raise \`timeout\`.`,
        cause,
      )
    : failureWith(
        sending,
        "NETWORK",
        `no whole reply (${reasonOf(cause)}). Check the address and the server; in a browser also \`cors()\`.`,
        cause,
      )
}

function failureWith(
  { route, url }: Sending,
  code: ClientErrorCode,
  what: string,
  cause: unknown,
  status?: number,
): ClientError {
  // Without the query, which may contain values that must not be logged.
  const message = `${route.method} ${url.split("?")[0]}: ${what}`
  return new ClientError(code, route.title, message, { status, cause })
}

/** Node's message is only "fetch failed"; the reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? cause?.message ?? String(error)
}

/**
 * Reads a body by its media type: JSON becomes a value, `text/*` a text, anything else bytes. Without a body it is
 * `null`. Invalid JSON is returned as text, unless the record names the status.
 */
// Not split into nested async functions: each would add a promise to every call.
async function parseReply(response: Response, method: string, isNamed: boolean): Promise<unknown> {
  const { status } = response
  if (method === "HEAD" || status === 204 || status === 205 || status === 304) return null
  const type = response.headers.get("content-type") ?? ""
  const isJson = type.startsWith("application/json") || /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
  if (!isJson && !/^text\//i.test(type)) {
    const bytes = new Uint8Array(await response.arrayBuffer())
    return bytes.length === 0 ? null : bytes
  }
  const text = await response.text()
  if (!isJson) return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // The error page of a proxy must not hide its status.
    if (isNamed) throw error
    return text
  }
}

import { ClientError } from "../client-error.ts"
import type { StreamedEvent } from "../client-reply.ts"
import { pause, startDeadline } from "../deadline.ts"
import type { GivenOptions } from "../given-options.ts"
import { writeHeaders } from "../header-values.ts"
import { type Heard, parseEvents } from "./read-events.ts"
import { parseRetryAfter } from "../retries.ts"
import type { Sending } from "../sending.ts"

type Body = RequestInit["body"] | undefined

/** An open stream: its call, and how to open it again. */
interface Opened {
  readonly sending: Sending
  open(headers: NonNullable<GivenOptions["headers"]>): Promise<Response>
  failureOf(cause: unknown): ClientError
}

/** Maximum number of consecutive failed attempts. */
const mostFailures = 10
/** A connection that was open for this many milliseconds counts as successful, even without an event. */
const lasting = 10_000
const firstWait = 1_000
const longestWait = 30_000

/**
 * Yields the events of a stream. If the connection is lost, it is opened again after the last event. No event is lost
 * or yielded twice, as long as the server still has it.
 */
export async function* resumeEvents(
  first: Response,
  sending: Sending,
  body: Body,
  initOf: (sending: Sending, own: Readonly<Record<string, string>>, body: Body) => RequestInit,
  failureOf: (sending: Sending, cause: unknown) => ClientError,
): AsyncGenerator<StreamedEvent, void> {
  const opened: Opened = {
    sending,
    open: (headers) => reopen(sending, headers, (again, own) => initOf(again, own, body), failureOf),
    failureOf: (cause) => failureOf(sending, cause),
  }
  const heard: Heard = { id: "" }
  let response: Response | undefined = first
  let failures = 0
  let hasEvents = false
  for (;;) {
    const since = performance.now()
    let lost: unknown
    try {
      for await (const { event, data, id } of parseEvents(response, heard)) {
        hasEvents = true
        failures = 0
        yield { event, data: parseData(data, sending.route.title), id }
      }
    } catch (error) {
      if (error instanceof ClientError) throw error
      lost = error
    }
    if (heard.isOver === true) return
    if (performance.now() - since > lasting) failures = 0
    const failure = opened.failureOf(lost ?? new Error("the server ended the stream"))
    // Without an id, the position in the stream is unknown.
    if (failure.code === "ABORTED" || (hasEvents && heard.id === "")) throw failure
    response = await openAgain(opened, heard, failure, failures++)
    if (response === undefined) return
  }
}

/** Opens a stream again, with several attempts up to the limit; `undefined` if the server reports that it has ended. */
async function openAgain(
  { sending: { route, given }, open, failureOf }: Opened,
  { id, retry }: Heard,
  lost: ClientError,
  before: number,
): Promise<Response | undefined> {
  const { signal } = given
  let failure = lost
  let asked = 0
  // A request with side effects is not sent twice.
  for (let failures = before; failures < mostFailures && route.method === "GET"; failures++) {
    // Randomized, so that the clients of a restarted server do not all return at once.
    const longest = Math.min(longestWait, (retry ?? firstWait) * 2 ** failures)
    await pause(Math.max(asked, longest * (0.5 + Math.random() / 2)), signal)
    if (signal?.aborted === true) throw failureOf(signal.reason)
    try {
      const response = await open(headersAfter(given, id))
      if (response.status === 200) return response
      response.body?.cancel().catch(() => {})
      if (response.status === 204) return undefined
      failure = statusError(route.title, response.status)
      if (response.status < 500 && response.status !== 429) break
      asked = Math.min(longestWait, parseRetryAfter(response.headers.get("retry-after") ?? ""))
    } catch (error) {
      if (!(error instanceof ClientError) || error.code === "ABORTED") throw error
      failure = error
    }
  }
  throw failure
}

/** Sends the request again. The timeout covers only the head of the reply. */
async function reopen(
  sending: Sending,
  headers: NonNullable<GivenOptions["headers"]>,
  initOf: (sending: Sending, own: Readonly<Record<string, string>>) => RequestInit,
  failureOf: (sending: Sending, cause: unknown) => ClientError,
): Promise<Response> {
  const { settings, route, url, given } = sending
  const own =
    typeof settings.headers === "function"
      ? writeHeaders(route.title, await settings.headers())
      : settings.headers
  const deadline = startDeadline(settings.timeout, given.signal)
  const again: Sending = { ...sending, deadline, given: { ...given, headers } }
  try {
    return await settings.fetch(url, initOf(again, own))
  } catch (cause) {
    throw failureOf(again, cause)
  } finally {
    deadline.end()
  }
}

/** The headers of a call, with `Last-Event-ID` set to the last received event. */
function headersAfter({ headers = {} }: GivenOptions, id: string): NonNullable<GivenOptions["headers"]> {
  if (id === "") return headers
  const others = Object.entries(headers).filter(([name]) => !/^last-event-id$/i.test(name))
  return { ...Object.fromEntries(others), "last-event-id": id }
}

function statusError(title: string, status: number): ClientError {
  const message = `${title} was answered with ${status} when its stream was opened again`
  return new ClientError("STATUS", title, message, { status })
}

function parseData(text: string, title: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new ClientError(
      "REPLY",
      title,
      `${title}: an event's data is not JSON. Check what answers there.`,
      {
        cause,
      },
    )
  }
}

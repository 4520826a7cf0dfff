import { readStream } from "./read-stream.ts"

/** A server-sent event as it was received. */
export interface ReceivedEvent {
  /** The type of the event; `message` if the server named none. */
  readonly event: string
  /** The data, as text. */
  readonly data: string
  /** The id of the last event that had one; empty if none had. */
  readonly id: string
}

/**
 * Reads server-sent events of a record without `stream()`: `read: readEvents`. Leaving the loop cancels the request. It
 * does not reconnect: call the record again, with the last `id` as the header `last-event-id`.
 *
 * @example
 * ```ts
 * import { contract } from "trivet"
 * import { createClient, readEvents } from "trivet/client"
 *
 * const Prices = contract({ watch: { method: "GET", path: "/prices" } })
 * const prices = createClient(Prices, { url: "https://example.com" })
 *
 * export async function firstPrice(): Promise<string | undefined> {
 *   const { body } = await prices.watch({ read: readEvents }).orThrow()
 *   for await (const { data } of body) return data
 *   return undefined
 * }
 * ```
 */
export function readEvents(response: Response): AsyncGenerator<ReceivedEvent, void> {
  return parseEvents(response, { id: "" })
}

/** What a stream contains besides its events. Kept across connections. */
export interface Heard {
  /** The id of the last event that had one; empty if none had. */
  id: string
  /** Milliseconds after which to reconnect, as set by the server; `undefined` if it has set none. */
  retry?: number
  /** Whether the source of the events has ended, and not just the connection. */
  isOver?: boolean
}

/** Yields events, and stores the other information in `heard`. */
export async function* parseEvents(response: Response, heard: Heard): AsyncGenerator<ReceivedEvent, void> {
  let event = ""
  let data: string | undefined
  for await (const line of linesOf(response)) {
    if (line === "") {
      if (data !== undefined) yield { event: event || "message", data, id: heard.id }
      event = ""
      data = undefined
      continue
    }
    const colon = line.indexOf(":")
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (name === "data") data = data === undefined ? value : `${data}\n${value}`
    else if (name === "event") event = value
    else if (name === "id" && !value.includes("\0")) heard.id = value
    else if (name === "retry" && /^\d{1,9}$/.test(value)) heard.retry = Number(value)
    else if (name === "" && value === "end") heard.isOver = true
  }
}

/** The lines of a body. Text after the last line break is not a line. */
async function* linesOf(response: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ""
  let afterReturn = false
  for await (const piece of readStream(response)) {
    let text = decoder.decode(piece, { stream: true })
    if (text === "") continue
    // A carriage return ends its line at once; a line feed at the start of the next piece belongs to it.
    if (afterReturn && text.startsWith("\n")) text = text.slice(1)
    afterReturn = text.endsWith("\r")
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop()!
    yield* lines
  }
}

import { Endless } from "../context/endless.ts"
import { ReplyHeaders } from "../context/reply-headers.ts"
import { Reply } from "../context/reply.ts"

/** One server-sent event. */
export interface ServerEvent {
  /** The data: a text is sent unchanged, any other value as JSON. */
  readonly data?: unknown
  /** The type of the event. Default: `message`, as browsers define it. */
  readonly event?: string
  /** The id of the event. A client that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string
  /** Milliseconds after which a disconnected client reconnects. Default: the browser's, usually a few seconds. */
  readonly retry?: number
}

/**
 * Makes a reply that streams server-sent events as the source yields them: `return events(this.#ticks(ctx.signal))`. The
 * reply ends with the source, or when the server stops; browsers then reconnect. Line breaks in a value cannot begin
 * another field.
 */
export function events(source: AsyncIterable<ServerEvent>): Reply<200, AsyncIterable<ServerEvent>> {
  const body = new Endless(format(source))
  const reply = Reply.body(200, "text/event-stream", body, source)
  // The second is nginx's word for "do not hold this back".
  reply.headers = new ReplyHeaders().set("cache-control", "no-store").set("x-accel-buffering", "no")
  return reply
}

async function* format(source: AsyncIterable<ServerEvent>): AsyncGenerator<string> {
  // At once, so that a client knows it is connected before the first event.
  yield ":\n\n"
  for await (const event of source) yield textOf(event)
}

function textOf({ data, event, id, retry }: ServerEvent): string {
  let text = ""
  if (event !== undefined) text += `event: ${oneLine(event)}\n`
  if (id !== undefined) text += `id: ${oneLine(id)}\n`
  if (retry !== undefined) text += `retry: ${Math.trunc(retry)}\n`
  const written = typeof data === "string" ? data : (JSON.stringify(data) as string | undefined)
  for (const line of written?.split(/\r\n|\r|\n/) ?? []) text += `data: ${line}\n`
  return `${text}\n`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, " ")
}

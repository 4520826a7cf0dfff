import { watchGuards } from "../app/dispatch/watch-guards.ts"
import { EventStream, type ServerEvent } from "../context/reply/event-stream.ts"
import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import { Reply } from "../context/reply/reply.ts"
import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"

/** Options of `events()`. */
export interface EventsOptions {
  /**
   * Milliseconds without an event after which a comment is sent, which clients ignore. It keeps proxies from closing the
   * connection, and finds clients that are gone. 0 sends none. Default: 15,000.
   */
  readonly heartbeat?: number
}

const usualHeartbeat = 15_000

/**
 * Makes a reply that streams server-sent events as the source yields them: `return events(this.#ticks(ctx.signal))`. The
 * reply ends with the source, when the server stops, or when the guards of its route, which decide again every second,
 * reject the request. Line breaks in a value cannot begin another field.
 */
export function events<Data>(
  source: AsyncIterable<ServerEvent<Data>>,
  options?: EventsOptions,
): Reply<200, AsyncIterable<ServerEvent<Data>>> {
  const heartbeat = options === undefined ? usualHeartbeat : heartbeatOf(options)
  const body = new EventStream(source, heartbeat)
  body.begin = (call) => {
    const guards = call.match?.value.guards
    if (guards !== undefined)
      call.onDone(watchGuards(call, guards, 1_000, () => void body.held.texts?.return()))
  }
  const reply = Reply.body(200, "text/event-stream", body, source)
  // `X-Accel-Buffering` turns off buffering in nginx.
  reply.headers = new ReplyHeaders().set("cache-control", "no-store").set("x-accel-buffering", "no")
  return reply
}

function heartbeatOf(options: EventsOptions): number {
  checkOptions(options, { heartbeat: true }, "events()")
  const { heartbeat = usualHeartbeat } = options
  if (Number.isSafeInteger(heartbeat) && heartbeat >= 0 && heartbeat < 2 ** 31) return heartbeat
  const reason = `\`heartbeat\` is ${heartbeat}. Set it to whole milliseconds, or to 0 for none`
  throw new Fault("OPTION_INVALID", { what: "`events()`", reason })
}

import { EventStream, type ServerEvent } from "../../context/reply/event-stream.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import type { Prune } from "../../schema/prune.ts"
import type { StreamSchema } from "../../schema/stream.ts"
import { issuesText } from "./issues-text.ts"

/** How the events of a route are checked against `stream()` of its record. */
export interface StreamHold {
  readonly route: string
  readonly check: boolean
  readonly prune: Prune | undefined
}

/** Enforces the record on a stream: data is JSON, and each event's data is pruned and checked before it is written. */
export function holdStream(reply: Reply, schema: StreamSchema, { route, check, prune }: StreamHold): Reply {
  const { body } = reply
  if (!(body instanceof EventStream))
    throw new Fault("RESULT_BREAKS_RETURNS", { route, reason: "it is no stream. Return `events(…)`" })
  body.held.isContract = true
  if (!check && prune === undefined) return reply
  body.held.change = (event) => {
    // Clients do not dispatch an event without data.
    if (event.data === undefined) return event
    const held = prune === undefined ? event : { ...event, data: prune(event.data) }
    return check ? checkEvent(held, schema, route) : held
  }
  return reply
}

async function checkEvent(event: ServerEvent, schema: StreamSchema, route: string): Promise<ServerEvent> {
  // The client receives JSON, so the JSON form is validated.
  const text = JSON.stringify(event.data) as string | undefined
  const seen: unknown = text === undefined ? undefined : JSON.parse(text)
  const { issues } = await schema["~event"]["~standard"].validate(seen)
  if (issues === undefined) return event
  throw new Fault("RESULT_BREAKS_RETURNS", { route, reason: `an event: ${issuesText(issues)}` })
}

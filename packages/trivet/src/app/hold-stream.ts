import { EventStream, type ServerEvent } from "../context/event-stream.ts"
import type { Reply } from "../context/reply.ts"
import { Fault } from "../fault/fault.ts"
import type { Prune } from "../schema/prune.ts"
import type { StreamSchema } from "../schema/stream.ts"
import { issuesText } from "./issues-text.ts"

/** How the events of a route are held to `stream()` of its record. */
export interface StreamHold {
  readonly route: string
  readonly check: boolean
  readonly prune: Prune | undefined
}

/** Holds a stream to its record: data is JSON, and each event's data is checked and pruned before it is written. */
export function holdStream(reply: Reply, schema: StreamSchema, { route, check, prune }: StreamHold): Reply {
  const { body } = reply
  if (!(body instanceof EventStream))
    throw new Fault("RESULT_BREAKS_RETURNS", { route, reason: "it is no stream. Return `events(…)`" })
  body.held.isContract = true
  if (!check && prune === undefined) return reply
  body.held.change = (event) => {
    // What has no data is no event for a client.
    if (event.data === undefined) return event
    const held = prune === undefined ? event : { ...event, data: prune(event.data) }
    return check ? checkEvent(held, schema, route) : held
  }
  return reply
}

async function checkEvent(event: ServerEvent, schema: StreamSchema, route: string): Promise<ServerEvent> {
  // The client sees JSON, so JSON is what the schema must hold for.
  const text = JSON.stringify(event.data) as string | undefined
  const seen: unknown = text === undefined ? undefined : JSON.parse(text)
  const { issues } = await schema["~event"]["~standard"].validate(seen)
  if (issues === undefined) return event
  throw new Fault("RESULT_BREAKS_RETURNS", { route, reason: `an event: ${issuesText(issues)}` })
}

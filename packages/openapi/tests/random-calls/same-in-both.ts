import type { SeenReply } from "./document-check.ts"
import type { RandomCall } from "./random-call.ts"

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/
const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/
const drawn = new RegExp([uuid, time, token].map(({ source }) => source).join("|"), "g")

/**
 * What two applications with the same past must both reply. Ids, times and tokens of their own are replaced by a mark;
 * what the call itself said is not.
 */
export function sameInBoth({ status, type, text }: SeenReply, { path, body = "" }: RandomCall): SeenReply {
  const isSent = (found: string) => `${path} ${body}`.includes(found)
  return { status, type, text: text.replace(drawn, (found) => (isSent(found) ? found : "(drawn)")) }
}

import type { ApiDocument, Operation, Response } from "./api-document.ts"
import { newRoute, type RouteChange } from "./change.ts"
import { compareUnknown } from "./compare-requests.ts"
import { compareSchemas, type Pair } from "./compare-schemas.ts"

/** Compares the replies of two versions of a route. */
export function compareReplies(
  [before, after]: readonly [Operation, Operation],
  [older, newer]: readonly [ApiDocument, ApiDocument],
  pair: Pair,
): readonly RouteChange[] {
  const were = repliesOf(before, older)
  const are = repliesOf(after, newer)
  const removed = [...were.keys()].filter((status) => !are.has(status))
  return [
    ...[...are].flatMap(([status, is]) => {
      const covering = findCovering(status, were)
      if (covering === undefined) return [addedStatus(status)]
      return compareReply(status, covering, were.get(covering)!, is, pair)
    }),
    ...removed.map((status): RouteChange => ({
      place: `reply ${status}`,
      verdict: "safe",
      change: "no longer returned",
      why: "clients have one case less to handle",
    })),
  ]
}

function repliesOf(
  { responses = {} }: Operation,
  { components }: ApiDocument,
): ReadonlyMap<string, Response> {
  const all = Object.entries(responses).map(([status, reply]) => {
    const name = "$ref" in reply ? reply.$ref.replace("#/components/responses/", "") : undefined
    const found = name === undefined ? (reply as Response) : components?.responses?.[name]
    return [status, found ?? {}] as const
  })
  return new Map(all)
}

/** The entry of the older document for a status: the status itself, its range, or for errors `default`. */
function findCovering(status: string, replies: ReadonlyMap<string, Response>): string | undefined {
  const isError = /^[45]/.test(status)
  return [status, `${status[0]}XX`, ...(isError ? ["default"] : [])].find((one) => replies.has(one))
}

function addedStatus(status: string): RouteChange {
  return {
    place: `reply ${status}`,
    verdict: "breaking",
    change: "new",
    why: "clients do not expect this status",
    fix: `return a status that the route returned before, or ${newRoute}`,
  }
}

function compareReply(
  status: string,
  covering: string,
  before: Response,
  after: Response,
  pair: Pair,
): readonly RouteChange[] {
  const place = `reply ${status}`
  const [were, are] = [before.content ?? {}, after.content ?? {}]
  const [had, has] = [Object.keys(were), Object.keys(are)]
  const changes: RouteChange[] = []
  if (status !== covering)
    changes.push({ place, verdict: "safe", change: "new", why: `\`${covering}\` announced it` })
  if (had.length === 0 && has.length === 0) return changes
  if (had.length === 0 || has.length === 0) {
    const [change, why] =
      had.length === 0
        ? ["has a body now", "clients do not expect a body"]
        : ["no body any more", "clients that read the body find nothing"]
    return [...changes, { place, verdict: "breaking", change, why, fix: newRoute }]
  }
  for (const type of has.filter((one) => !had.includes(one)))
    changes.push({
      place,
      verdict: "breaking",
      change: `also ${type}`,
      why: "cannot be decided, so it counts as breaking: clients may get a type that they cannot read",
      fix: `return only what was returned before, or ${newRoute}`,
    })
  for (const type of had.filter((one) => !has.includes(one) && status === covering))
    changes.push({
      place,
      verdict: "breaking",
      change: `no longer ${type}`,
      why: "clients that ask for this type do not get it",
      fix: `return ${type} too, or ${newRoute}`,
    })
  for (const type of has.filter((one) => had.includes(one))) {
    const [was, is] = [were[type]?.schema, are[type]?.schema]
    // A record without `returns` promises nothing, so nothing can break.
    if (was === undefined && covering.endsWith("XX")) continue
    const inner =
      was === undefined || is === undefined
        ? compareUnknown(was, is, place, "reply")
        : compareSchemas(was, is, place, "reply", pair)
    changes.push(...inner)
  }
  // The same body in two types, such as JSON and plain text, is reported once.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

import { matchRoute } from "../call/match-route.ts"
import type { Exchange } from "../call/session.ts"
import { parametersOf } from "../input/build-call.ts"
import { candidatesFor } from "../input/candidates.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import type { Person } from "./people.ts"

/** The parameters of a path that name a row. */
export type RowParams = Readonly<Record<string, string>>

/** How many rows of others a caller asks for, for each route. */
const mostRows = 4

/**
 * The rows that a person asks a route for: a given one, those that others have created or have links to, the same below a row of
 * the person's own, whose guard lets the call pass, and the person's own, below which rows of others may be listed.
 */
export function othersRows(
  route: FuzzRoute,
  person: Person,
  others: readonly Person[],
  given: RowParams = {},
): readonly RowParams[] {
  const names = parametersOf(route.path)
  if (names.length === 0) return []
  const known = names.length === 1 ? rowsNamed(names[0]!, route, others) : rowsBelow(names, route, others)
  const isWhole = names.every((name) => name in given)
  const rows = distinct([...(isWhole ? [given] : []), ...known]).slice(0, mostRows)
  const [own] = names.length === 1 ? [] : ownRow(route.path.slice(0, route.path.lastIndexOf("/:")), person)
  const below = own === undefined ? [] : rows.map((row) => ({ ...row, ...own }))
  return distinct([...rows, ...below, ...ownRow(route.path, person)])
}

/** The last row of a path that a person has created, if there is one. */
export function ownRow(path: string, { session }: Person): readonly RowParams[] {
  const names = parametersOf(path)
  const found = names.map((name) => [name, candidatesFor(session, name, path)[0] ?? ""] as const)
  return names.length === 0 || found.some(([, value]) => value === "") ? [] : [Object.fromEntries(found)]
}

/** The parameters that a call was sent with. */
export function paramsSent({ ready }: Exchange, routes: readonly FuzzRoute[]): RowParams {
  return matchRoute(routes, ready.method, ready.target)?.params ?? {}
}

/** The rows of a path with one parameter: first those that were created by the path above it. */
function rowsNamed(name: string, { path }: FuzzRoute, people: readonly Person[]): readonly RowParams[] {
  const above = path.split(/\/[:*]/, 1)[0]!
  const all = people.map(exchangesOf)
  const near = all.map((exchanges) => exchanges.filter(({ call }) => call.path === above))
  const created = (lists: readonly (readonly Exchange[])[]) =>
    inTurn(lists.map((exchanges) => exchanges.flatMap((one) => createdIds(one, name))))
  return [
    ...created(near).map((id) => ({ [name]: id })),
    // `id` in a link could be that of anything.
    ...(name === "id" ? [] : inTurn(all.map((exchanges) => linkedRows(exchanges, [name])))),
    ...created(all).map((id) => ({ [name]: id })),
  ]
}

/** The rows of a path with several parameters, such as `/lists/:list/items/:item`: linked, or created by the path above. */
function rowsBelow(
  names: readonly string[],
  { path }: FuzzRoute,
  people: readonly Person[],
): readonly RowParams[] {
  const last = names.at(-1)!
  const above = path.slice(0, path.lastIndexOf(`/:${last}`))
  const created = (one: Exchange, { field }: Person) =>
    one.call.path === above
      ? createdIds(one, last).map((id) => ({ ...paramsSent(one, field.target.routes), [last]: id }))
      : []
  return inTurn(
    people.map((person) => [
      ...exchangesOf(person).flatMap((one) => created(one, person)),
      ...linkedRows(exchangesOf(person), names),
    ]),
  )
}

/** The last ones first. */
function exchangesOf({ session }: Person): readonly Exchange[] {
  return session.exchanges.toReversed()
}

/** The parameter in the reply to a call that created something, or its ids. A form answers with a redirect to it. */
function createdIds({ call: { method }, reply, values }: Exchange, parameter: string): readonly string[] {
  if (method !== "POST" || (reply?.status ?? 500) >= 400) return []
  const named = [parameter, "id"].map((wanted) => values.filter(({ name }) => name === wanted))
  return (named.find(({ length }) => length > 0) ?? []).map(({ value }) => String(value))
}

/** The rows that links have with all of these parameters, and no other ones. */
function linkedRows(exchanges: readonly Exchange[], names: readonly string[]): readonly RowParams[] {
  return exchanges.flatMap(({ values }) => {
    const parts = values.filter(({ place }) => /^(?:link|address)\.\d+\.[^.]+$/.test(place))
    const links = Map.groupBy(parts, ({ place }) => place.slice(0, place.lastIndexOf(".")))
    return [...links.values()]
      .map((link) => Object.fromEntries(link.map(({ name, value }) => [name, String(value)])))
      .filter((link) => Object.keys(link).length === names.length && names.every((name) => name in link))
  })
}

function distinct(rows: readonly RowParams[]): readonly RowParams[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }).flatMap((_, at) => lists.flatMap((list) => list.slice(at, at + 1)))
}

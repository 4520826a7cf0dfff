import type { FuzzCall } from "../call/fuzz-call.ts"
import type { Exchange } from "../call/session.ts"
import { isOpenTo } from "trivet/extend"
import { isGuarded } from "../access.ts"
import { parametersOf } from "../input/build-call.ts"
import { plainFilling } from "../input/fillings.ts"
import { propertyNames } from "../input/properties.ts"
import { isEnding } from "../learn.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import type { LeakSearch } from "./leak-search.ts"
import { paramsSent } from "./others-rows.ts"
import { areStrangers, mayShare, type Person } from "./people.ts"

/** How many readers get a share of each route. */
const mostReaders = 2

/**
 * Lets a person share with another one, by the address of that one, and end it. Then the other one may get nothing any
 * more. A route shares if it takes an address and another one below its path ends it.
 */
export async function lookAfterSharing(search: LeakSearch): Promise<void> {
  const { routes } = search.input.field.target
  // Who shares something shows an address, and sees that of the other one.
  search.texts.forgetAddresses()
  for (const route of routes) {
    const field = addressField(route, search)
    const ending = routes.find((one) => isEnding(one) && isBelow(one.path, route.path))
    const writer = search.people.find(({ set, caller }) => set === "first" && isOpenTo(route.access, caller))
    if (field === undefined || ending === undefined || writer === undefined) continue
    for (const reader of readersFor(search, writer, route)) {
      if (search.isLate) return
      const isEnded = await shareAndEnd(search, { route, ending, field, writer, reader })
      // The rows stay shared, so nothing more of this writer is a leak.
      if (!isEnded) return
    }
  }
}

interface Sharing {
  readonly route: FuzzRoute
  readonly ending: FuzzRoute
  /** The field that takes the address. */
  readonly field: string
  readonly writer: Person
  readonly reader: Person
}

/** Returns false if it was shared and could not be ended. */
async function shareAndEnd(search: LeakSearch, sharing: Sharing): Promise<boolean> {
  const { route, ending, field, writer, reader } = sharing
  const shape = search.input.knowledge.shapes.find(route)
  const [address] = reader.addresses
  const { body } = plainFilling(route, shape, search.input.seed)
  const call = search.build(route, writer, { ...(body as object), [field]: address })
  const shared = await search.send(route, writer, call)
  if (!isGood(shared.exchange)) return true
  await search.follow(shared)
  // What the application keeps for the reader is kept now.
  for (const one of search.reading.filter(({ path }) => parametersOf(path).length === 0))
    await search.send(one, reader, { method: one.method, path: one.path })
  const ended = await search.send(ending, writer, endingCall(sharing, call, shared.exchange, address!))
  if (!isGood(ended.exchange)) return false
  for (const one of search.writing) await search.write(one, writer)
  await search.readAll(
    [reader],
    [shared.act, ended.act],
    paramsSent(shared.exchange, search.input.field.target.routes),
  )
  return true
}

/** The call that ends what a call began: with the same parameters, and those in its reply or on the page that it leads to. */
function endingCall(
  { ending, field, writer }: Sharing,
  { params: given = {} }: FuzzCall,
  { values }: Exchange,
  address: string,
): FuzzCall {
  const step = writer.session.exchanges.findLastIndex((one) => one.values === values)
  const idOf = (name: string) => {
    const later = writer.session.exchanges.slice(step)
    const at = later.findIndex((one) => one.values.some((value) => value.name === name))
    if (at !== -1) return referenceTo(step + at, later[at]!.values, name)
    return values.some((value) => value.name === "id") ? referenceTo(step, values, "id") : address
  }
  const params = parametersOf(ending.path).map((name) => [name, given[name] ?? idOf(name)] as const)
  const { method, path } = ending
  const hasBody = params.every(([name]) => name in given)
  return { method, path, params: Object.fromEntries(params), ...(hasBody && { json: { [field]: address } }) }
}

function referenceTo(step: number, values: Exchange["values"], name: string): string {
  return `{{${step}.${values.find((value) => value.name === name)!.place}}}`
}

function readersFor(search: LeakSearch, writer: Person, route: FuzzRoute): readonly Person[] {
  return search.people
    .filter((one) => areStrangers(writer, one) && !mayShare(route, writer, one))
    .filter(({ addresses }) => addresses.length > 0)
    .slice(0, mostReaders)
}

/** The field of a route's body that takes an address. */
function addressField(route: FuzzRoute, { input }: LeakSearch): string | undefined {
  if (route.method !== "POST" || !isGuarded(route) || isEnding(route)) return undefined
  return propertyNames(input.knowledge.shapes.find(route)?.schema).find((name) => /e-?mail/i.test(name))
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`)
}

function isGood({ reply }: Exchange): boolean {
  return reply !== undefined && reply.status < 400
}

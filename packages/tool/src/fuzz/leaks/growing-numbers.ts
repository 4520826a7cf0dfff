import { jsonOf, type HttpReply } from "../call/http-reply.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"
import type { LeakSearch } from "./leak-search.ts"
import { areStrangers, mayShare, type Person } from "./people.ts"

/** How many rows are created in the second round, for each that is created in the first. */
const times = 3

interface Place {
  readonly route: FuzzRoute
  readonly reader: Person
}

type Numbers = ReadonlyMap<string, number>

/**
 * Finds numbers of one caller that grow with the rows of another: twice without a new row they are the same, then they
 * grow with each round in proportion to its rows.
 */
export async function findGrowingNumbers(search: LeakSearch): Promise<readonly FuzzProblem[]> {
  // The first set has rows of earlier phases. So the other one gets as many: a cache by place then has both.
  const writer = search.people.find(({ set }) => set === "second")
  const readers = search.people.filter((one) => writer !== undefined && areStrangers(writer, one))
  if (writer === undefined) return []
  const asked = search.reading
    .filter(({ path }) => !/[:*]/.test(path))
    .flatMap((route) =>
      readers
        .filter((reader) => !mayShare(route, writer, reader))
        .map((reader): Place => ({ route, reader })),
    )
  const ask = async (places: readonly Place[]): Promise<readonly Numbers[]> => {
    const found: Numbers[] = []
    for (const { route, reader } of places) {
      if (search.isLate) break
      const { method, path } = route
      const { exchange } = await search.send(route, reader, { method, path })
      found.push(exchange.reply === undefined ? new Map() : numbersIn(exchange.reply))
    }
    return found
  }
  const [start, again] = [await ask(asked), await ask(asked)]
  const isNumbered = (_: unknown, at: number) => (start[at]?.size ?? 0) > 0
  const places = asked.filter(isNumbered)
  const before = [start.filter(isNumbered), again.filter(isNumbered)]
  const first = await create(search, writer, 1)
  if (first.length === 0) return []
  const once = await ask(places)
  await create(search, writer, times)
  const after = [await ask(places), await ask(places)]
  if (search.isLate) return []
  return places.flatMap(({ route, reader }, at) => {
    const seen = [...before, once, ...after].map((all) => all[at] ?? new Map<string, number>())
    const grown = [...seen[0]!.keys()].find((name) => grows(seen.map((numbers) => numbers.get(name))))
    if (grown === undefined) return []
    const [, few, some, many] = seen.map((numbers) => numbers.get(grown))
    return [
      {
        kind: "leak",
        route: routeTitle(route),
        title: `answers \`${reader.name}\` with a number that grows with rows that only \`${writer.name}\` of another account creates`,
        evidence: [
          `1. \`${writer.name}\`: ${first.join(", ")}`,
          `2. \`${reader.name}\` of another account: ${routeTitle(route)} … ${grown}: ${few}, then ${some}`,
          `3. after ${times} times as many rows: ${many}`,
        ].join("\n"),
        origin: "number",
      } satisfies FuzzProblem,
    ]
  })
}

/** Whether a number stays the same without new rows, and grows in proportion to them. */
function grows([start, few, some, many, end]: readonly (number | undefined)[]): boolean {
  if (few === undefined || some === undefined || many === undefined) return false
  return start === few && end === many && some > few && many - some === times * (some - few)
}

/** Lets a person create rows, each kind some times. Returns what created one. */
async function create(search: LeakSearch, writer: Person, count: number): Promise<readonly string[]> {
  const created: string[] = []
  for (const route of search.writing.filter(({ method }) => method === "POST"))
    for (let at = 0; at < count; at++) {
      const sent = await search.write(route, writer)
      if ((sent?.exchange.reply?.status ?? 500) < 400) created.push(routeTitle(route))
    }
  return created
}

/** The numbers of a reply by their places: fields of JSON, headers that count, or numbers of a text in their order. */
function numbersIn(reply: HttpReply): Numbers {
  const found = new Map<string, number>()
  for (const [name, value] of reply.headers)
    if (/count|total/.test(name) && /^\d+$/.test(value)) found.set(name, Number(value))
  const json = jsonOf(reply)
  if (json !== undefined) collect(json, "", found)
  else {
    const numbers = reply.text.replace(/<[^>]*>/g, " ").match(/\d+/g) ?? []
    // Their number is part of the place: with another one, they are other numbers.
    for (const [at, text] of numbers.entries())
      found.set(`number ${at + 1} of ${numbers.length}`, Number(text))
  }
  return found
}

/** Not in lists: their rows are found by their texts. */
function collect(value: unknown, place: string, found: Map<string, number>): void {
  if (typeof value === "number") found.set(place || "the body", value)
  else if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [key, one] of Object.entries(value))
      collect(one, place === "" ? key : `${place}.${key}`, found)
}

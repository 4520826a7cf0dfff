import { isOpenTo } from "trivet/extend"
import type { Caller } from "trivet/testing"
import { isGuarded, messageOf } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type Exchange, type Field, Session } from "../call/session.ts"
import { buildCall, parametersOf } from "../input/build-call.ts"
import { plainFilling } from "../input/fillings.ts"
import { newMark, markedIn, withMarks } from "../input/marks.ts"
import { propertyNames } from "../input/property-names.ts"
import { excerpt } from "../judge/excerpt.ts"
import { isEnding, isHeavy } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"

/** The accounts of one set-up of the callers. Those of the other set belong to other people. */
type Set = "first" | "second"

interface Person {
  readonly name: string
  readonly set: Set
  readonly caller: Caller
  readonly field: Field
  readonly session: Session
}

/** The caller who wrote a unique text, and the call. */
interface Written {
  readonly person: Person
  readonly exchange: Exchange
}

interface Leak {
  readonly mark: string
  readonly reader: Person
  readonly exchange: Exchange
  readonly route: FuzzRoute
}

/** How many rows of others a caller asks for by their ids, for each route. */
const mostIds = 4

/**
 * Sets up the callers twice. Each writes unique texts through every field that takes a text, and callers of the other set
 * may not get them: in a body or header of any reply, unless the route is open to anyone or the access file shares it.
 */
export const leaks: Phase = {
  name: "leaks",
  share: 0.08,
  run: async (input) => {
    const { field } = input
    if ("failure" in field) return "the callers cannot be set up"
    if (field.access === undefined) return "there is no src/testing/access.ts and no tests/access.ts"
    const others = await field.openOthers()
    if ("failure" in others) return `the callers cannot be set up twice: ${messageOf(others.failure)}`
    const people = [...peopleOf(field, "first"), ...peopleOf({ ...field, access: others.access }, "second")]
    return people.length === 0 ? "no caller has credentials" : new LeakSearch(input, people).run()
  },
}

function peopleOf(field: Field, set: Set): readonly Person[] {
  return Object.entries(field.access?.callers ?? {})
    .filter(([, { credentials = [] }]) => credentials.length > 0)
    .map(([name, caller]) => ({ name, set, caller, field, session: new Session(field, undefined, true) }))
}

class LeakSearch {
  readonly #input: PhaseInput
  readonly #people: readonly Person[]
  readonly #routes: readonly FuzzRoute[]
  readonly #written = new Map<string, Written>()
  readonly #found: Leak[] = []

  constructor(input: PhaseInput, people: readonly Person[]) {
    this.#input = input
    this.#people = people
    this.#routes = input.field.target.routes.filter(
      (route) => route.method !== "ANY" && !isEnding(route) && !isHeavy(route, input.knowledge),
    )
  }

  async run(): Promise<string | undefined> {
    // Twice: in the second round, everybody's texts of the first are in caches and variables.
    for (const _ of [0, 1])
      for (const route of this.#writing())
        for (const person of this.#whoMay(route)) await this.#write(route, person)
    for (const route of this.#reading())
      for (const person of this.#whoMay(route)) await this.#read(route, person)
    const known = await this.#knownToAnyone()
    for (const leak of this.#found) {
      if (known.has(leak.mark)) continue
      const problem = this.#problemOf(leak)
      if (this.#input.isNew(problem)) await this.#input.report(problem, { phase: leaks.name })
    }
    return this.#isLate() ? "not all routes were tried in the time" : undefined
  }

  #isLate(): boolean {
    return performance.now() > this.#input.deadline
  }

  /** Routes with a body: those that create before those that change. */
  #writing(): readonly FuzzRoute[] {
    const order = ["POST", "PUT", "PATCH"]
    return this.#routes
      .filter(({ method }) => order.includes(method))
      .toSorted(
        (a, b) =>
          parametersOf(a.path).length - parametersOf(b.path).length ||
          order.indexOf(a.method) - order.indexOf(b.method),
      )
  }

  #reading(): readonly FuzzRoute[] {
    return this.#routes.filter((route) => route.method === "GET" && isGuarded(route))
  }

  #whoMay(route: FuzzRoute): readonly Person[] {
    return this.#people.filter(({ caller }) => isGuarded(route) && isOpenTo(route.access, caller))
  }

  async #write(route: FuzzRoute, person: Person): Promise<void> {
    const shape = this.#input.knowledge.shapes.find(route)
    if (shape === undefined || this.#isLate()) return
    const filling = plainFilling(route, shape, this.#input.seed)
    const marks: string[] = []
    const body = withMarks(filling.body, shape.schema, () => {
      marks.push(newMark())
      return marks.at(-1)!
    })
    const choice = { pick: 0, reuse: true, repeat: false, caller: 0 }
    const call = buildCall(route, shape, { ...filling, body }, choice, person.session, person.field.access)
    // A row of the caller's own: others may be shared by everyone who can change them.
    if (Object.values(call.params ?? {}).some((value) => !value.includes("{{"))) return
    const exchange = await person.session.send(asPerson(call, person))
    for (const mark of marks) this.#written.set(mark, { person, exchange })
    this.#note(route, person, exchange)
  }

  async #read(route: FuzzRoute, person: Person): Promise<void> {
    for (const call of this.#readingCalls(route, person)) {
      if (this.#isLate()) return
      this.#note(route, person, await person.session.send(asPerson(call, person)))
    }
  }

  #readingCalls({ method, path, accepts, reads }: FuzzRoute, { set }: Person): readonly FuzzCall[] {
    const names = parametersOf(path)
    if (names.length === 0) {
      const limit = [...propertyNames(accepts.query), ...reads].find((name) => /limit|size/i.test(name))
      // A length that no earlier phase has asked for, so that no cache has the page yet.
      return [{ method, path }, ...(limit === undefined ? [] : [{ method, path, query: { [limit]: "7" } }])]
    }
    if (names.length > 1) return []
    return this.#idsOfOthers(set).map((id) => ({ method, path, params: { [names[0]!]: id } }))
  }

  /** Ids of rows that people of the other set have created. */
  #idsOfOthers(set: Set): readonly string[] {
    const ids = this.#people
      .filter((one) => one.set !== set)
      .flatMap(({ session }) => session.exchanges)
      .filter(({ call, reply }) => call.method === "POST" && (reply?.status ?? 500) < 300)
      .flatMap(({ values }) => values.filter(({ name }) => name === "id").map(({ value }) => String(value)))
    return [...new Set(ids)].slice(0, mostIds)
  }

  /** Keeps the texts of others in a reply. */
  #note(route: FuzzRoute, reader: Person, exchange: Exchange): void {
    if (exchange.reply === undefined) return
    const { text, headers } = exchange.reply
    for (const mark of markedIn(`${headers.flat().join("\n")}\n${text}`)) {
      const writer = this.#written.get(mark)?.person
      if (writer === undefined || writer.set === reader.set || isSamePerson(writer, reader)) continue
      if (reader.field.access?.shares?.(route, writer.name, reader.name) === true) continue
      this.#found.push({ mark, reader, exchange, route })
    }
  }

  /** Texts that are listed without credentials, such as those of published rows: they are no secret anywhere. */
  async #knownToAnyone(): Promise<ReadonlySet<string>> {
    const known = new Set<string>()
    if (this.#found.length === 0) return known
    const session = new Session(this.#input.field)
    for (const { method, path, access } of this.#routes) {
      if (method !== "GET" || parametersOf(path).length > 0 || !isOpenTo(access, {})) continue
      const { reply } = await session.send({ method, path, cookies: false })
      for (const mark of markedIn(reply?.text ?? "")) known.add(mark)
    }
    return known
  }

  #problemOf({ mark, reader, exchange, route }: Leak): FuzzProblem {
    const { person, exchange: writing } = this.#written.get(mark)!
    const { status, text, headers } = exchange.reply!
    const header = headers.find(([, value]) => value.includes(mark))
    const at = text.indexOf(mark)
    const shown = header === undefined ? text.slice(Math.max(0, at - 80)) : `${header[0]}: ${header[1]}`
    return {
      kind: "leak",
      route: routeTitle(route),
      title: `answers \`${reader.name}\` with a text that only \`${person.name}\` of another account wrote`,
      evidence: [
        `1. \`${person.name}\`: ${routeTitle(writing.call)} ${excerpt(writing.ready.body ?? "", 200)}`,
        `2. \`${reader.name}\` of another account: ${routeTitle(route)} ${status} … ${excerpt(shown, 200)}`,
      ].join("\n"),
    }
  }
}

function asPerson(call: FuzzCall, { name }: Person): FuzzCall {
  const { headers: _, ...rest } = call
  return { ...rest, as: name, cookies: false }
}

/** A caller with fixed credentials is the same person in both sets. */
function isSamePerson(one: Person, other: Person): boolean {
  return JSON.stringify(one.caller.headers) === JSON.stringify(other.caller.headers)
}

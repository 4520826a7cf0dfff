// Large because: the steps of the search share the people, their texts and their calls.
import { setTimeout as sleep } from "node:timers/promises"
import { isOpenTo, type JsonSchema } from "trivet/extend"
import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { headerOf } from "../call/http-reply.ts"
import { type Exchange, Session } from "../call/session.ts"
import { buildCall, parametersOf } from "../input/build-call.ts"
import { plainFilling } from "../input/fillings.ts"
import { markedIn, Marks, withMarks } from "../input/marks.ts"
import { fileFields, uploadBody } from "../input/upload-body.ts"
import { excerpt } from "../judge/excerpt.ts"
import { isEnding, isHeavy } from "../learn.ts"
import type { PhaseInput } from "../phase.ts"
import { type FuzzRoute, type Observation, routeTitle } from "../target/fuzz-target.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { describeLeak } from "./describe-leak.ts"
import { listenToEvents, type Listener, listenToSocket } from "./listeners.ts"
import { MarkedTexts } from "./marked-texts.ts"
import { type Act, asPerson, type Person } from "./people.ts"
import { readingCalls } from "./reading-calls.ts"
import { Statements } from "./statements.ts"

/** How many rows of others a caller asks for by their ids, for each route. */
const mostIds = 4
/** How many streams and sockets are open at a time. */
const mostListeners = 40
/** Milliseconds in which a message arrives, and in which a job runs that a call has enqueued. */
const travel = 150
const running = 1_000

/** What a call did. */
export interface Sent {
  readonly act: Act
  readonly exchange: Exchange
}

/** Lets people write unique texts and read everything, and keeps the texts that come to others. */
export class LeakSearch {
  readonly input: PhaseInput
  readonly people: readonly Person[]
  readonly texts = new MarkedTexts()
  readonly statements = new Statements()
  readonly #routes: readonly FuzzRoute[]
  readonly #acts = new Map<string, Act>()

  constructor(input: PhaseInput, people: readonly Person[]) {
    this.input = input
    this.people = people
    this.#routes = input.field.target.routes.filter(
      (route) => route.method !== "ANY" && !isEnding(route) && !isHeavy(route, input.knowledge),
    )
  }

  get isLate(): boolean {
    return performance.now() > this.input.deadline
  }

  /** Guarded routes that are only read. */
  get reading(): readonly FuzzRoute[] {
    return this.#routes.filter((route) => route.method === "GET" && isGuarded(route) && !this.#isLive(route))
  }

  /** Routes with a body: those that create before those that change. */
  get writing(): readonly FuzzRoute[] {
    const order = ["POST", "PUT", "PATCH"]
    return this.#routes
      .filter((route) => order.includes(route.method) && isGuarded(route))
      .toSorted(
        (a, b) =>
          parametersOf(a.path).length - parametersOf(b.path).length ||
          order.indexOf(a.method) - order.indexOf(b.method),
      )
  }

  /** Notes from now on what the program does besides replying. */
  async begin(): Promise<void> {
    await this.input.field.target.observe?.(true)
  }

  /** Looks for texts of others in what the program did besides replying. */
  async observe(): Promise<void> {
    const { target } = this.input.field
    const noted = [...((await target.observe?.(true)) ?? [])]
    if (noted.some(({ kind }) => kind === "job")) {
      await sleep(running)
      noted.push(...((await target.observe?.(true)) ?? []))
    }
    for (const one of noted) this.#lookAt(one)
  }

  /** Notes nothing more. What was noted since is not searched: rows may have been shared meanwhile. */
  async end(): Promise<void> {
    for (const one of (await this.input.field.target.observe?.(false)) ?? [])
      if (one.kind === "statement") this.statements.add(one)
  }

  /** The leaks that were found, each route and way once: those as it is, or those after the end of a sharing. */
  async problems(): Promise<{
    readonly plain: readonly FuzzProblem[]
    readonly later: readonly FuzzProblem[]
  }> {
    const known = this.texts.leaks.length === 0 ? new Set() : await this.#knownToAnyone()
    const unique = new Map<string, FuzzProblem>()
    const later = new Map<string, FuzzProblem>()
    for (const leak of this.texts.leaks) {
      const kept = leak.before === undefined ? unique : later
      const key = `${leak.channel} ${routeTitle(leak.route)}`
      if (!known.has(leak.mark) && !kept.has(key)) kept.set(key, describeLeak(leak, this.statements))
    }
    return { plain: [...unique.values()], later: [...later.values()] }
  }

  /** All write, and listen. Twice: in the second round, everybody's texts of the first are in caches and variables. */
  async writeAll(): Promise<void> {
    for (const route of this.writing)
      for (const person of this.#whoMay(route)) await this.write(route, person)
    const listeners = await this.#listen()
    for (const route of this.writing)
      for (const person of this.#whoMay(route)) await this.write(route, person)
    for (const listener of listeners) this.#say(listener)
    if (listeners.length > 0) await sleep(travel)
    for (const { act, channel, text, close } of listeners) {
      this.texts.look({ channel, text: text(), readers: [act.person], reading: act })
      close()
    }
  }

  /** Also those who may not read: a guard or a handler may have kept what they were allowed before. */
  async readAll(readers: readonly Person[], before?: readonly Act[]): Promise<void> {
    for (const route of this.reading)
      for (const reader of readers)
        for (const call of this.#readingCalls(route, reader)) {
          if (this.isLate) return
          this.look(await this.send(route, reader, call), before)
        }
  }

  /** Sends a call that creates or changes a row of the caller's own, with unique texts. `undefined` if there is none. */
  async write(route: FuzzRoute, person: Person): Promise<Sent | undefined> {
    const shape = this.input.knowledge.shapes.find(route)
    if (shape === undefined || this.isLate) return undefined
    const filling = plainFilling(route, shape, this.input.seed)
    const marks = new Marks()
    const built = this.build(route, person, withMarks(filling.body, shape.schema, marks.next))
    const call = fileFields(shape.schema).length === 0 ? built : withFiles(built, shape.schema, marks.next)
    // Other rows may be shared by everyone who can change them.
    if (Object.values(call.params ?? {}).some((value) => !value.includes("{{"))) return undefined
    const sent = await this.send(route, person, call)
    this.texts.add(marks.made, sent.act)
    this.look(sent)
    return sent
  }

  /** A call of a route with a body, and rows that the person has created. */
  build(route: FuzzRoute, person: Person, body: unknown): FuzzCall {
    const shape = this.input.knowledge.shapes.find(route)
    const filling = { ...plainFilling(route, shape, this.input.seed), body }
    const choice = { pick: 0, reuse: true, repeat: false, caller: 0 }
    return buildCall(route, shape, filling, choice, person.session, person.field.access)
  }

  async send(route: FuzzRoute, person: Person, call: FuzzCall): Promise<Sent> {
    const exchange = await person.session.send(asPerson(call, person))
    const { ready, reply, id } = exchange
    const end = ready.method === "GET" ? `${reply?.status}` : excerpt(ready.body ?? "", 200)
    const shown = `${ready.method} ${excerpt(ready.target, 160)} ${end}`.trimEnd()
    const act = { person, route, call: id, shown }
    this.#acts.set(id, act)
    return { act, exchange }
  }

  /** Keeps the texts of others in a reply. */
  look({ act, exchange: { reply, ready } }: Sent, before?: readonly Act[]): void {
    if (reply === undefined) return
    const headers = reply.headers.map((pair) => pair.join(": "))
    const text = [...headers, reply.text].join("\n")
    const sent = `${ready.target} ${ready.body ?? ""}`
    this.texts.look({
      channel: "reply",
      text,
      sent,
      readers: [act.person],
      reading: act,
      ...(before && { before }),
    })
  }

  /** Texts that are listed without credentials, such as those of published rows: they are no secret anywhere. */
  async #knownToAnyone(): Promise<ReadonlySet<string>> {
    const known = new Set<string>()
    const session = new Session(this.input.field)
    for (const { method, path, access } of this.#routes) {
      if (method !== "GET" || parametersOf(path).length > 0 || !isOpenTo(access, {})) continue
      const { reply } = await session.send({ method, path, cookies: false })
      for (const mark of markedIn(reply?.text ?? "")) known.add(mark)
    }
    return known
  }

  #whoMay(route: FuzzRoute): readonly Person[] {
    return this.people.filter(({ caller }) => isOpenTo(route.access, caller))
  }

  /** Whether a route answers with a stream of events, or opens a socket. */
  #isLive(route: FuzzRoute): boolean {
    const { exchanges } = this.input.knowledge.session
    return (
      route.isSocket ||
      exchanges.some(
        ({ call: { method, path }, reply }) =>
          method === route.method &&
          path === route.path &&
          reply !== undefined &&
          headerOf(reply, "content-type").startsWith("text/event-stream"),
      )
    )
  }

  async #listen(): Promise<readonly Listener[]> {
    const { port } = this.input.field.target
    const live = this.#routes.filter((route) => this.#isLive(route) && isGuarded(route))
    const calls = live.flatMap((route) =>
      this.#whoMay(route).flatMap((person) =>
        this.#readingCalls(route, person).map((call) => ({ route, person, call })),
      ),
    )
    const opened = calls.slice(0, mostListeners).map(({ route, person, call }) => {
      const { target, headers } = person.session.ready(asPerson(call, person))
      const act = { person, route, shown: routeTitle(route), call: undefined }
      const open = route.isSocket ? listenToSocket : listenToEvents
      return open(act, { port, target, headers })
    })
    const listeners = (await Promise.all(opened)).filter((one) => one !== undefined)
    // The subscription of a socket begins after it has opened.
    if (listeners.length > 0) await sleep(travel)
    return listeners
  }

  /** Sends a message with unique texts to a socket that takes messages. */
  #say({ act, channel, send }: Listener): void {
    const schema = act.route.accepts.message
    if (channel !== "socket" || schema === undefined) return
    const { body } = plainFilling(act.route, { schema, encoding: "json" }, this.input.seed)
    const marks = new Marks()
    const message = withMarks(body, schema, marks.next)
    this.texts.add(marks.made, { ...act, shown: `${act.shown} ${excerpt(JSON.stringify(message), 200)}` })
    send(message)
  }

  #readingCalls(route: FuzzRoute, { set }: Person): readonly FuzzCall[] {
    const text = this.texts.lastOfOthers(set)
    return readingCalls(route, { ids: this.#idsOfOthers(route, set), text })
  }

  /** Ids of rows that people of the other set have created: first those of the same path, the last ones first. */
  #idsOfOthers({ path }: FuzzRoute, set: string): readonly string[] {
    const before = path.split(/\/[:*]/, 1)[0]!
    const made = this.people
      .filter((one) => one.set !== set)
      .flatMap(({ session }) => session.exchanges)
      .filter(({ call, reply }) => call.method === "POST" && (reply?.status ?? 500) < 300)
      .toReversed()
    const near = made.filter(({ call }) => call.path === before)
    const ids = [...near, ...made].flatMap(({ values }) =>
      values.filter(({ name }) => name === "id").map(({ value }) => String(value)),
    )
    return [...new Set(ids)].slice(0, mostIds)
  }

  #lookAt(one: Observation): void {
    const { kind, call, text, to = [] } = one
    const reading = call === undefined ? undefined : this.#acts.get(call)
    if (kind === "statement") return this.statements.add(one)
    if (kind !== "mail") {
      const readers = reading === undefined ? [] : [reading.person]
      return this.texts.look({ channel: kind, text, readers, reading })
    }
    const boxes = to.map((box) => box.toLowerCase())
    const readers = this.people.filter(({ field, caller }) =>
      field.addressesOf(caller).some((address) => boxes.some((box) => box.includes(address))),
    )
    this.texts.look({ channel: "mail", text, readers, reading: reading && { ...reading, shown: `a mail` } })
  }
}

/** A call that sends its body as a form with files. */
function withFiles(call: FuzzCall, schema: JsonSchema, mark: () => string): FuzzCall {
  const fields = (call.json ?? call.form ?? {}) as Readonly<Record<string, unknown>>
  const { method, path, params } = call
  return { method, path, ...(params && { params }), ...uploadBody(fields, schema, mark) }
}

// Large because: the steps of the search share the people, their texts and their calls.
import { setTimeout as sleep } from "node:timers/promises"
import { isOpenTo } from "trivet/extend"
import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { headerOf, isPage } from "../call/http-reply.ts"
import { matchRoute } from "../call/match-route.ts"
import { type Exchange, Session } from "../call/session.ts"
import { buildCall, parametersOf } from "../input/build-call.ts"
import { plainFilling } from "../input/fillings.ts"
import type { BodyShape } from "../input/body-shape.ts"
import { Marks, withMarks } from "../input/marks.ts"
import { fileFields, uploadBody } from "../input/upload-body.ts"
import { excerpt } from "../judge/excerpt.ts"
import { isEnding, takesPassword } from "../learn.ts"
import type { PhaseInput } from "../phase.ts"
import { type FuzzRoute, type Observation, routeTitle } from "../target/fuzz-target.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { describeLeak } from "./describe-leak.ts"
import { listenToEvents, type Listener, listenToSocket } from "./listeners.ts"
import { MarkedTexts } from "./marked-texts.ts"
import { othersRows, ownRow, type RowParams } from "./others-rows.ts"
import { type Act, asPerson, type Person } from "./people.ts"
import { readingCalls } from "./reading-calls.ts"
import { Statements } from "./statements.ts"

/** How many streams and sockets are open at a time. */
const mostListeners = 40
/** Milliseconds in which a message arrives, and in which a job runs that a call has enqueued. */
const travel = 150
const running = 500
/** How often jobs are waited for, as long as they send or enqueue something. */
const mostWaits = 6

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
  /** Whether each call with unique texts was accepted. */
  readonly #written: boolean[] = []

  constructor(input: PhaseInput, people: readonly Person[]) {
    this.input = input
    this.people = people
    for (const person of people) this.texts.addPerson(person)
    this.#routes = input.field.target.routes.filter(
      (route) => route.method !== "ANY" && !isEnding(route) && !takesPassword(route, input.knowledge),
    )
  }

  get isLate(): boolean {
    return performance.now() > this.input.deadline
  }

  /** Whether the application has accepted no text, for example because of a limit. */
  get isRejected(): boolean {
    return this.#written.length > 0 && !this.#written.includes(true)
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
    let noted = (await target.observe?.(true)) ?? []
    for (const one of noted) this.#lookAt(one)
    // Jobs send mails, and enqueue jobs that do.
    for (let at = 0; at < mostWaits && noted.some(({ kind }) => kind === "job" || kind === "mail"); at++) {
      await sleep(running)
      noted = (await target.observe?.(true)) ?? []
      for (const one of noted) this.#lookAt(one)
    }
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
    const open = this.texts.leaks.length === 0 ? "" : await this.#openToAnyone()
    const unique = new Map<string, FuzzProblem>()
    const later = new Map<string, FuzzProblem>()
    for (const leak of this.texts.leaks) {
      const kept = leak.before === undefined ? unique : later
      const key = `${leak.channel} ${routeTitle(leak.route)}`
      if (!open.includes(leak.mark) && !kept.has(key)) kept.set(key, describeLeak(leak, this.statements))
    }
    return { plain: [...unique.values()], later: [...later.values()] }
  }

  /** All write, and listen. Twice: in the second round, everybody's texts of the first are in caches and variables. */
  async writeAll(): Promise<void> {
    for (const route of this.writing)
      for (const person of this.#whoMay(route)) await this.write(route, person)
    const listeners = await this.#listen()
    // To the rows that are listened to, then to new ones.
    const toOld = this.writing.filter(({ path }) => parametersOf(path).length > 0)
    for (const route of [...toOld, ...this.writing])
      for (const person of this.#whoMay(route)) await this.write(route, person)
    for (const listener of listeners) this.#say(listener)
    if (listeners.length > 0) await sleep(travel)
    for (const { act, channel, text, close } of listeners) {
      this.texts.look({ channel, text: text(), readers: [act.person], reading: act })
      close()
    }
  }

  /**
   * Also those who may not read: a guard or a handler may have kept what they were allowed before. Looks for a given row
   * before others.
   */
  async readAll(readers: readonly Person[], before?: readonly Act[], row?: RowParams): Promise<void> {
    for (const route of this.reading)
      for (const reader of readers) {
        const calls = this.#readingCalls(route, reader, row)
        // Without the credentials that the route takes, all calls get the same.
        const isKnown = isOpenTo({ ...route.access, allows: [] }, reader.caller)
        for (const [at, call] of (isKnown ? calls : calls.slice(0, 1)).entries()) {
          if (this.isLate) return
          const sent = await this.send(route, reader, call)
          this.look(sent, before)
          const isPageToo =
            at === 0 && isKnown && sent.exchange.reply !== undefined && isPage(sent.exchange.reply)
          // As JSON, a page may have what its view does not show, and an error its text.
          if (isPageToo) this.look(await this.send(route, reader, asJson(call)), before)
        }
      }
  }

  /** Sends a call that creates or changes a row of the caller's own, with unique texts. `undefined` if there is none. */
  async write(route: FuzzRoute, person: Person): Promise<Sent | undefined> {
    const shape = this.input.knowledge.shapes.find(route)
    if (shape === undefined || this.isLate) return undefined
    const sent = await this.#writeAs(route, person, shape)
    // The fields of a page do not say which files they accept.
    const isRejected = shape.files !== undefined && (sent?.exchange.reply?.status ?? 500) >= 400
    return isRejected ? this.#writeAs(route, person, { ...shape, files: [] }) : sent
  }

  async #writeAs(route: FuzzRoute, person: Person, shape: BodyShape): Promise<Sent | undefined> {
    const filling = plainFilling(route, shape, this.input.seed)
    const marks = new Marks()
    const built = this.build(route, person, withMarks(filling.body, shape.schema, marks.next))
    const call = fileFields(shape).length === 0 ? built : withFiles(built, shape, marks.next)
    // Other rows may be shared by everyone who can change them.
    if (Object.values(call.params ?? {}).some((value) => !value.includes("{{"))) return undefined
    const sent = await this.send(route, person, call)
    if (marks.made.length > 0) this.#written.push((sent.exchange.reply?.status ?? 500) < 400)
    this.texts.add(marks.made, sent.act)
    this.look(sent)
    await this.follow(sent)
    return sent
  }

  /** Reads the page that a form leads to, as a browser does: it links to the parts of what was created. */
  async follow({ act: { person }, exchange: { reply } }: Sent): Promise<void> {
    const isRedirect = reply !== undefined && reply.status >= 300 && reply.status < 400
    const found = isRedirect && matchRoute(this.#routes, "GET", headerOf(reply, "location"))
    if (!found || this.#isLive(found.route)) return
    const { route, params } = found
    this.look(await this.send(route, person, { method: "GET", path: route.path, params }))
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
    const form = ready.headers["accept"] === undefined ? "" : "as JSON "
    const shown = `${ready.method} ${excerpt(ready.target, 160)} ${form}${end}`.trimEnd()
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

  /** What is listed without credentials, such as published rows: their texts are no secret anywhere. */
  async #openToAnyone(): Promise<string> {
    let found = ""
    const session = new Session(this.input.field)
    for (const { method, path, access } of this.#routes) {
      if (method !== "GET" || parametersOf(path).length > 0 || !isOpenTo(access, {})) continue
      const { reply } = await session.send({ method, path, cookies: false })
      found += reply?.text ?? ""
    }
    // As addresses are known: small.
    return found.toLowerCase()
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
    const callsOf = (rows: (route: FuzzRoute, person: Person) => readonly FuzzCall[]) =>
      live.flatMap((route) =>
        this.#whoMay(route).flatMap((person) => rows(route, person).map((call) => ({ route, person, call }))),
      )
    // A stream of the caller's own row can have what others write to theirs.
    const calls = [
      ...callsOf(({ method, path }, person) =>
        ownRow(path, person).map((params) => ({ method, path, params })),
      ),
      ...callsOf((route, person) => this.#readingCalls(route, person)),
    ]
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

  /** The calls by which a person could get rows of others. */
  #readingCalls(route: FuzzRoute, person: Person, row: RowParams = {}): readonly FuzzCall[] {
    const others = this.people.filter(({ set }) => set !== person.set)
    return readingCalls(route, {
      rows: othersRows(route, person, others, row),
      texts: this.texts.ofOthers(route, person),
    })
  }

  #lookAt(one: Observation): void {
    const { kind, call, text, to = [] } = one
    const reading = call === undefined ? undefined : this.#acts.get(call)
    if (kind === "statement") return this.statements.add(one)
    if (kind !== "mail") {
      const readers = reading === undefined ? [] : [reading.person]
      return this.texts.look({ channel: kind, text, readers, reading })
    }
    const shown = reading && { ...reading, shown: "a mail" }
    // Each recipient alone: one who may read it does not make it right for the others.
    for (const box of to) {
      const readers = this.people.filter(({ addresses }) =>
        addresses.some((address) => box.toLowerCase().includes(address)),
      )
      this.texts.look({ channel: "mail", text, readers, reading: shown })
    }
  }
}

function asJson(call: FuzzCall): FuzzCall {
  return { ...call, headers: { accept: "application/json" } }
}

/** A call that sends its body as a form with files. */
function withFiles(call: FuzzCall, shape: BodyShape, mark: () => string): FuzzCall {
  const fields = (call.json ?? call.form ?? {}) as Readonly<Record<string, unknown>>
  const { method, path, params } = call
  return { method, path, ...(params && { params }), ...uploadBody(fields, shape, mark) }
}

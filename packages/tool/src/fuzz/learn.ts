import { isGuarded } from "./access.ts"
import type { FuzzCall } from "./call/fuzz-call.ts"
import { type Field, Session } from "./call/session.ts"
import type { FuzzProblem } from "./report/finding.ts"
import { type FuzzRoute, routeTitle } from "./target/fuzz-target.ts"
import { BodyShapes } from "./input/body-shape.ts"
import { buildCall, type Filling, parametersOf } from "./input/build-call.ts"
import { plainFilling } from "./input/fillings.ts"
import { entriesOf } from "./report/shorten.ts"
import { propertyNames } from "./input/properties.ts"

/** What is known of an application before fuzzing: bodies, an account, and a valid call of each route. */
export interface Knowledge {
  readonly shapes: BodyShapes
  /** The calls so far. Later sessions continue it. */
  readonly session: Session
  /** A session that has only an account. */
  readonly entered: Session
  /** Whether calls create rows, so that a sequence need not use rows of others. */
  readonly creates: boolean
  /** A call of each route, by title: a successful one, if there was one. */
  readonly samples: ReadonlyMap<string, FuzzCall>
  /** The routes whose sample succeeded. */
  readonly succeeded: ReadonlySet<string>
  /** The problems in replies to these calls. */
  readonly problems: readonly { readonly problem: FuzzProblem; readonly step: number }[]
}

const ending =
  /log-?out|sign-?out|revoke|delete|remove|destroy|cancel|unpublish|unshare|(?:^|[/-])end(?:$|[/-])/i

/** Whether a route ends something that other calls need. */
export function isEnding({ method, path }: Pick<FuzzRoute, "method" | "path">): boolean {
  return method === "DELETE" || ending.test(path)
}

/** Whether a route creates accounts, judged by its path. */
export function isRegistration({ path }: Pick<FuzzRoute, "path">): boolean {
  return /regist|sign-?up|join|users?$|accounts?$/i.test(path)
}

/** Whether calls of a route hash a password, which is slow in any application. */
export function takesPassword(route: Pick<FuzzRoute, "method" | "path">, { shapes }: Knowledge): boolean {
  return propertyNames(shapes.find(route)?.schema).some((name) => /password/i.test(name))
}

/** Whether calls of a route are slow in any application: they hash a password, or send a large file. */
export function isHeavy(route: Pick<FuzzRoute, "method" | "path">, knowledge: Knowledge): boolean {
  if (takesPassword(route, knowledge)) return true
  const { method, path } = route
  return knowledge.session.exchanges.some(
    ({ call, reply }) => call.method === method && call.path === path && (reply?.text.length ?? 0) > 50_000,
  )
}

/** Explores an application: reads its pages, registers, logs in, and calls each route with valid values. */
export class Learner {
  readonly #field: Field
  readonly #seed: number
  readonly #shapes: BodyShapes
  readonly #session: Session
  readonly #samples = new Map<string, FuzzCall>()
  readonly #succeeded = new Set<string>()
  /** Routes that did not answer: they get no further calls that wait. */
  readonly #silent = new Set<string>()
  readonly #problems: { readonly problem: FuzzProblem; readonly step: number }[] = []

  constructor(field: Field, seed: number) {
    this.#field = field
    this.#seed = seed
    this.#shapes = new BodyShapes(field.target.routes)
    this.#session = new Session(field)
  }

  async learn(): Promise<Knowledge> {
    const routes = this.#field.target.routes.filter(({ method }) => method !== "ANY" && method !== "HEAD")
    await this.#readPages(routes)
    await this.#enter(routes)
    await this.#readPages(routes)
    // Twice: in the second round, rows created in the first are known.
    for (const round of [0, 1]) await this.#callAll(routes, round)
    const { exchanges } = this.#session
    const entered = new Session(this.#field)
    for (const call of entriesOf(exchanges)) await entered.send(call)
    return {
      shapes: this.#shapes,
      session: this.#session,
      entered,
      creates: exchanges.some(({ call, reply }) => call.method === "POST" && reply?.status === 201),
      samples: this.#samples,
      succeeded: this.#succeeded,
      problems: this.#problems,
    }
  }

  async #readPages(routes: readonly FuzzRoute[]): Promise<void> {
    for (const route of routes)
      if (route.method === "GET" && parametersOf(route.path).length === 0) await this.#call(route, 0)
  }

  /** Registers and logs in, with routes whose body has a password. */
  async #enter(routes: readonly FuzzRoute[]): Promise<void> {
    const entries = routes.filter(
      (route) => route.method === "POST" && !isGuarded(route) && this.#isEntry(route),
    )
    const ordered = [...entries.filter(isRegistration), ...entries.filter((one) => !isRegistration(one))]
    for (const route of ordered) await this.#call(route, 0, identity)
  }

  async #callAll(routes: readonly FuzzRoute[], round: number): Promise<void> {
    const order = ["POST", "PUT", "PATCH", "GET"]
    for (const method of order)
      for (const route of routes) {
        const done = this.#succeeded.has(routeTitle(route)) && this.#isEntry(route)
        if (route.method === method && !isEnding(route) && !done) await this.#call(route, round + 1)
      }
    // For another row than the samples of the other routes use.
    for (const route of routes)
      if (isEnding(route)) this.#samples.set(routeTitle(route), this.#build(route, 0, undefined, 1))
  }

  #isEntry(route: FuzzRoute): boolean {
    return propertyNames(this.#shapes.find(route)?.schema).some((name) => /pass(?:word|phrase)/i.test(name))
  }

  #build(
    route: FuzzRoute,
    round: number,
    change: (filling: Filling) => Filling = (same) => same,
    pick = 0,
  ): FuzzCall {
    const shape = this.#shapes.find(route)
    const full = plainFilling(route, shape, this.#seed + round)
    // First without optional parameters: an invented cursor would be rejected.
    const filling = change(round <= 1 ? { ...full, query: requiredOf(full.query, route) } : full)
    const choice = { pick, reuse: true, repeat: round > 0 || change === identity, caller: 0 }
    return buildCall(route, shape, filling, choice, this.#session, this.#field.access)
  }

  async #call(route: FuzzRoute, round: number, change?: (filling: Filling) => Filling): Promise<void> {
    const title = routeTitle(route)
    if (this.#silent.has(title)) return
    const call = this.#build(route, round, change)
    const exchange = await this.#session.send(call)
    this.#shapes.learn(exchange, this.#field.target.routes)
    const step = this.#session.exchanges.length - 1
    for (const problem of exchange.problems) this.#problems.push({ problem, step })
    if (exchange.outcome.kind === "silence") this.#silent.add(title)
    const good = exchange.reply !== undefined && exchange.reply.status < 400
    if (good || !this.#samples.has(title)) this.#samples.set(title, call)
    if (good) this.#succeeded.add(title)
  }
}

function requiredOf(query: Filling["query"], { accepts }: FuzzRoute): Filling["query"] {
  const required = (accepts.query?.["required"] ?? []) as readonly string[]
  return Object.fromEntries(Object.entries(query).filter(([name]) => required.includes(name)))
}

/** An account whose values every validation accepts. */
function identity(filling: Filling): Filling {
  if (typeof filling.body !== "object" || filling.body === null) return filling
  const known: Readonly<Record<string, string>> = {
    email: "fuzz{{salt}}@fuzz.example",
    username: "fuzz{{salt}}",
    name: "Fuzz",
  }
  const entries = Object.entries(filling.body as Record<string, unknown>).map(([name, value]) => {
    const text = known[name.toLowerCase()] ?? (/password/i.test(name) ? "Fuzz-Pass-{{salt}}-9" : value)
    return [name, text] as const
  })
  return { ...filling, body: Object.fromEntries(entries) }
}

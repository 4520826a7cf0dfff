import { setTimeout as sleep } from "node:timers/promises"
import type { Field } from "../call/session.ts"
import { type Finding, fixes, type FuzzProblem, problemKey, type Recipe } from "./finding.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import type { Shown } from "../phase.ts"
import { shorten, type Shortened } from "./shorten.ts"
import { writeTest } from "../write-test.ts"

const chances = 4

/** The time limit for shortening the calls of one finding, in milliseconds. */
const longestShortening = 6_000

/** Collects findings: each once, with the shortest calls that reproduce it. */
export class Findings {
  readonly #field: Field
  readonly #seed: number
  readonly #entry: string | undefined
  readonly #found = new Map<string, Finding>()
  /**
   * How often a problem could not be reproduced. Other calls may have changed its preconditions, so it gets more
   * chances.
   */
  readonly #dropped = new Map<string, number>()
  readonly #crashes: FuzzProblem[] = []
  readonly #causes = new Set<string>()
  #isCrashSought = false
  #turn: Promise<void> = Promise.resolve()

  constructor(field: Field, seed: number, entry: string | undefined) {
    this.#field = field
    this.#seed = seed
    this.#entry = entry
  }

  /** Whether a problem is new, and has chances left. */
  isNew(problem: FuzzProblem): boolean {
    const key = problemKey(problem)
    // If the process ended meanwhile, the origin of an error is unknown: it then counts as the known one.
    const isKnown = problem.origin === "" && [...this.#found.keys()].some((one) => one.startsWith(key))
    return !isKnown && !this.#found.has(key) && (this.#dropped.get(key) ?? 0) < chances
  }

  /** Adds a problem if it can be reproduced in its own session. One at a time, because other calls would interfere. */
  report(problem: FuzzProblem, shown: Shown, deadline: number): Promise<void> {
    const turn = this.#turn.then(() => this.#report(problem, shown, deadline))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  list(): readonly Finding[] {
    const found = [...this.#found.values()]
    const crash = this.#crashes[0]
    // A crash is reported even if it cannot be reproduced.
    if (crash === undefined || found.some(({ kind }) => kind === "crash")) return found
    return [...found, this.#finding(crash, {})]
  }

  async #report(problem: FuzzProblem, shown: Shown, deadline: number): Promise<void> {
    const key = problemKey(problem)
    if (!this.isNew(problem)) return
    if ("phase" in shown) {
      this.#found.set(key, this.#finding(problem, { phase: shown.phase }))
      return
    }
    if (problem.cause !== undefined) return this.#reportCause(problem, problem.cause, deadline)
    const until = Math.min(deadline, performance.now() + longestShortening)
    const { exchanges } = shown
    // If the calls cannot be repeated because the access file fails, they are kept as they were.
    const short = await shorten(this.#field, exchanges, problem, until).catch(() => ({
      problem,
      calls: exchanges.map(({ call }) => call),
    }))
    if (short !== undefined) this.#add(short)
    else if (problem.kind === "crash") await this.#findCrash(problem, deadline)
    else this.#dropped.set(key, (this.#dropped.get(key) ?? 0) + 1)
  }

  /** Another call, with a known id, crashed the process. It may still be in progress. */
  async #reportCause(shown: FuzzProblem, cause: string, deadline: number): Promise<void> {
    const { cause: _, ...problem } = shown
    if (this.#causes.has(cause)) return
    this.#causes.add(cause)
    for (let at = 0; at < 50; at++) {
      const exchanges = this.#field.recent.find((one) => one.at(-1)!.id === cause)
      if (exchanges !== undefined)
        return this.#report(
          { ...problem, route: routeTitle(exchanges.at(-1)!.call) },
          { exchanges },
          deadline,
        )
      await sleep(20)
    }
    return this.#findCrash(problem, deadline)
  }

  /** A call shortly before may have crashed the process. */
  async #findCrash(problem: FuzzProblem, deadline: number): Promise<void> {
    if (this.#isCrashSought || [...this.#found.values()].some(({ kind }) => kind === "crash")) return
    this.#isCrashSought = true
    for (const exchanges of this.#field.recent.toReversed()) {
      if (performance.now() > deadline) break
      const { call } = exchanges.at(-1)!
      const short = await shorten(this.#field, exchanges, { ...problem, route: routeTitle(call) }, deadline)
      if (short === undefined) continue
      this.#add(short)
      return
    }
    this.#crashes.push(problem)
  }

  #add({ problem, calls }: Shortened): void {
    if (problem.kind === "no-reply") this.#field.hung.add(problem.route)
    this.#found.set(problemKey(problem), this.#finding(problem, { calls }))
  }

  #finding(problem: FuzzProblem, recipe: Recipe): Finding {
    const route = this.#field.target.routes.find((one) => routeTitle(one) === problem.route)
    const bare = { ...problem, where: route?.where, recipe, fix: problem.fix ?? fixes[problem.kind] }
    return { ...bare, test: writeTest(bare, this.#seed, this.#entry) }
  }
}

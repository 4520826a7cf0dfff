/** How a row is written. `root` names the outermost transaction, also inside a savepoint. */
const forms = ["builder", "prepared", "sql", "helper", "trx", "root"] as const
export type Form = (typeof forms)[number]

/** A step of a program. Names are unique. */
export type Step =
  | { readonly do: "write"; readonly name: string; readonly form: Form }
  /** A query whose caller aborts it: it may have run. */
  | { readonly do: "abort"; readonly name: string }
  | { readonly do: "outside"; readonly name: string }
  /** A query fails, and the error is caught. */
  | { readonly do: "swallow" }
  /** A write after the end of the program. */
  | { readonly do: "late"; readonly name: string; readonly form: Form }
  /** A write that nobody awaits: it may have run. Only at the end. */
  | { readonly do: "float"; readonly name: string }
  /** Started together. */
  | { readonly do: "together"; readonly steps: readonly Step[] }
  /** `transact()` inside; the error is caught. */
  | { readonly do: "nest"; readonly level: Level }

/** A transaction or a savepoint. */
export interface Level {
  readonly steps: readonly Step[]
  readonly ends: "returns" | "throws" | "query fails" | "times out"
}

/** A program: one transaction with all that happens in it. */
export interface Program extends Level {
  /** The client of an abandoned request is gone before the handler has ended: its result decides nevertheless. */
  readonly root: "transact" | "request" | "rejected request" | "abandoned request" | "stream"
  /** The row that the body of a stream writes. */
  readonly streamed: string
}

/** What a model expects. */
export interface Expected {
  /** Rows of the transaction. */
  readonly kept: readonly string[]
  /** Further rows that may be in it. */
  readonly maybe: readonly string[]
  /** Rows that are in transactions of their own. */
  readonly own: readonly string[]
  readonly late: number
  readonly succeeds: boolean
}

/** Makes programs from a seed. `one` is for a database with one session and without timeouts. */
export function programsFrom(seed: number, one: boolean): () => Program {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  let count = 0
  const name = () => `${seed}-${count++}`
  const write = (): Step => ({ do: "write", name: name(), form: pick(forms) })

  function step(depth: number, alone: boolean): Step {
    const chance = random()
    if (chance < 0.4) return write()
    if (chance < 0.6 && depth < 3) return { do: "nest", level: level(depth + 1) }
    if (chance < 0.7 && !one) return { do: "outside", name: name() }
    if (!alone) return write()
    if (chance < 0.8 && depth < 3)
      return {
        do: "together",
        steps: Array.from({ length: 2 + Math.floor(random() * 3) }, () => step(depth, false)),
      }
    if (chance < 0.88) return { do: "late", name: name(), form: pick(forms) }
    if (chance < 0.94) return { do: "abort", name: name() }
    return chance < 0.97 ? { do: "swallow" } : write()
  }
  function level(depth: number): Level {
    const chance = random()
    if (chance < 0.03 && !one && depth > 0) return { steps: [write()], ends: "times out" }
    const steps = Array.from({ length: 1 + Math.floor(random() * 4) }, () => step(depth, true))
    if (random() < 0.15) steps.push({ do: "float", name: name() })
    return { steps, ends: chance < 0.25 ? "throws" : chance < 0.35 ? "query fails" : "returns" }
  }
  const roots = ["transact", "request", "rejected request", "abandoned request", "stream"] as const
  return () => ({ ...level(0), root: pick(roots), streamed: name() })
}

/** The model. */
export function expectedOf(program: Program): Expected {
  const found = outcomeOf(program)
  const succeeds = found.succeeds && program.root !== "rejected request"
  const own = program.root === "stream" && succeeds ? [...found.own, program.streamed] : found.own
  return succeeds ? { ...found, own } : { ...found, own, kept: [], maybe: [], succeeds }
}

/** What a level leaves, if what is around it commits. */
export function outcomeOf({ steps, ends }: Level): Expected {
  const [kept, maybe, own]: string[][] = [[], [], []]
  let late = 0
  let isFailed = false
  let throws = false
  const run = (step: Step): void => {
    switch (step.do) {
      case "write":
        if (isFailed) throws = true
        else kept!.push(step.name)
        return
      case "abort":
      case "float":
        if (!isFailed) maybe!.push(step.name)
        return
      case "outside":
        own!.push(step.name)
        return
      case "swallow":
        isFailed = true
        return
      case "late":
        late++
        return
      case "together":
        for (const one of step.steps) run(one)
        return
      case "nest": {
        // PostgreSQL rejects SAVEPOINT too.
        if (isFailed) return
        const inner = outcomeOf(step.level)
        own!.push(...inner.own)
        late += inner.late
        if (!inner.succeeds) return
        kept!.push(...inner.kept)
        maybe!.push(...inner.maybe)
      }
    }
  }
  for (const step of steps) {
    run(step)
    if (throws) break
  }
  const succeeds = !throws && !isFailed && ends === "returns"
  return { kept: kept!, maybe: maybe!, own: own!, late, succeeds }
}

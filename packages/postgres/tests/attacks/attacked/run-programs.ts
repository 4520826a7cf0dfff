import { setImmediate as turn } from "node:timers/promises"
import { sql, type Transaction } from "kysely"
import { type Context, type Next, post, routes } from "trivet"
import type { TestApp } from "trivet/testing"
import { inTransaction, type PostgresOptions } from "../../../src/index.ts"
import {
  expectedOf,
  type Form,
  type Level,
  outcomeOf,
  type Program,
  programsFrom,
  type Step,
} from "./random-program.ts"
import { transferAppWith } from "./transfer-app.ts"
import { TransferDb, type TransferTables } from "./transfers.ts"

type Trx = Transaction<TransferTables>
interface Run {
  readonly root: Trx
  readonly ended: Promise<void>
  readonly late: Promise<unknown>[]
  /** Savepoints that ended otherwise than the model says. */
  readonly wrong: string[]
}
interface RunningProgram {
  readonly program: Program
  readonly run: Omit<Run, "root">
  readonly ended: PromiseWithResolvers<boolean>
}
class Thrown extends Error {}

/** Runs programs, 8 at a time, and compares the rows with the model. Returns what differs. */
export async function runPrograms(options: PostgresOptions, count: number, seed: number): Promise<string[]> {
  const runner = new ProgramRunner()
  const app = await runner.start(options)
  try {
    await runner.createTable()
    const next = programsFrom(seed, options.url!.startsWith("pglite:"))
    const wrong: string[] = []
    for (let done = 0; done < count && wrong.length === 0; done += 200) {
      const programs = Array.from({ length: Math.min(200, count - done) }, next)
      const waiting = programs.values()
      const lines = Array.from({ length: 8 }, async () => {
        for (const program of waiting) wrong.push(...(await runner.run(program)))
      })
      await Promise.all(lines)
      wrong.push(...(await runner.compare(programs)))
    }
    return wrong
  } finally {
    await app.stop()
  }
}

class ProgramRunner {
  #app: TestApp | undefined
  readonly #programs = new Map<string, RunningProgram>()

  async start(options: PostgresOptions): Promise<TestApp> {
    const handle = (ctx: Context<"/programs/:id", "trx">) => this.#answer(ctx)
    const noteEnd = (id: string, succeeded: boolean) => this.#programs.get(id)!.ended.resolve(succeeded)
    const noted = class {
      async handle(ctx: Context, next: Next): Promise<unknown> {
        const result = Promise.resolve(next())
        const id = ctx.path.split("/").at(-1)!
        result.then(
          () => noteEnd(id, true),
          () => noteEnd(id, false),
        )
        return result
      }
    }
    const behind = { middlewares: [noted, inTransaction(TransferDb)] as const }
    return (this.#app = await transferAppWith(options, () => routes([post("/programs/:id", handle, behind)])))
  }
  async createTable(): Promise<void> {
    await sql`create table debits (id text primary key, tx text not null default pg_current_xact_id()::text)`.execute(
      this.#db,
    )
  }

  /** Runs a program, then its late writes. */
  async run(program: Program): Promise<string[]> {
    const ended = Promise.withResolvers<void>()
    const run = { ended: ended.promise, late: [] as Promise<unknown>[], wrong: [] as string[] }
    const succeeded =
      program.root === "transact"
        ? await succeeds(this.#db.transact((trx) => this.#level(program, trx, { ...run, root: trx })))
        : await this.#request(program, run)
    ended.resolve()
    const { late, succeeds: expected } = expectedOf(program)
    const codes = (await Promise.allSettled(run.late)).map((one) =>
      one.status === "rejected" ? (one.reason as { code?: unknown }).code : "it ran",
    )
    const isWrong = codes.length !== late || codes.some((code) => code !== "TRANSACTION_OVER")
    return [
      ...run.wrong,
      ...(succeeded === expected ? [] : [`succeeded is ${succeeded}: ${JSON.stringify(program)}`]),
      ...(isWrong ? [`late writes: ${codes.join(" ")}, not ${late}: ${JSON.stringify(program)}`] : []),
    ]
  }

  /** Compares the rows of programs, and deletes them. */
  async compare(programs: readonly Program[]): Promise<string[]> {
    const { rows } = await sql<{ id: string; tx: string }>`delete from debits returning id, tx`.execute(
      this.#db,
    )
    const found = new Map(rows.map(({ id, tx }) => [id, tx]))
    const wrong: string[] = []
    const transactions = new Set<string>()
    for (const program of programs) {
      const { kept, maybe, own } = expectedOf(program)
      const inside = new Set([...kept, ...maybe].flatMap((name) => found.get(name) ?? []))
      const alone = own.map((name) => found.get(name))
      const missing = [...kept, ...own].filter((name) => !found.has(name))
      const all = [...inside, ...alone]
      if (missing.length > 0) wrong.push(`missing ${missing.join(" ")}: ${JSON.stringify(program)}`)
      if (inside.size > 1 || all.some((tx) => transactions.has(tx!)) || new Set(all).size !== all.length)
        wrong.push(`in the wrong transaction: ${JSON.stringify(program)}`)
      for (const tx of all) transactions.add(tx!)
      for (const name of [...kept, ...maybe, ...own]) found.delete(name)
    }
    if (found.size > 0) wrong.push(`rows that must not be there: ${[...found.keys()].join(" ")}`)
    return wrong
  }

  get #db(): TransferDb {
    return this.#app!.get(TransferDb)
  }

  async #request(program: Program, run: Omit<Run, "root">): Promise<boolean> {
    const id = program.streamed
    const ended = Promise.withResolvers<boolean>()
    this.#programs.set(id, { program, run, ended })
    const succeeded =
      program.root === "abandoned request"
        ? await this.#abandon(id, ended.promise)
        : (await this.#app!.request("POST", `/programs/${id}`)).status < 400
    this.#programs.delete(id)
    return succeeded
  }

  /** Makes a request whose client leaves. Returns whether it has succeeded nevertheless. */
  async #abandon(id: string, ended: Promise<boolean>): Promise<boolean> {
    const { fetch, url } = this.#app!
    const abort = new AbortController()
    const request = new Request(`${url}/programs/${id}`, { method: "POST", signal: abort.signal })
    const asked = succeeds(fetch(request))
    // Queries take some turns each.
    for (let turns = Math.random() * 20; turns > 0; turns--) await turn()
    abort.abort()
    await asked
    return ended
  }

  async #answer(ctx: Context<"/programs/:id", "trx">): Promise<unknown> {
    const { program, run } = this.#programs.get(ctx.param("id"))!
    const root = ctx.get("trx")
    await this.#level(program, root, { ...run, root })
    if (program.root === "rejected request") return { error: "rejected", status: 409 }
    return program.root === "stream" ? this.#body(program.streamed) : {}
  }

  async *#body(name: string) {
    await this.#write(name, "builder", undefined!, undefined!)
    yield { name }
  }

  async #level({ steps, ends }: Level, trx: Trx, run: Run): Promise<void> {
    for (const step of steps) await this.#step(step, trx, run)
    if (ends === "throws") throw new Thrown()
    if (ends === "query fails") await sql`select 1 / 0`.execute(this.#db)
    if (ends !== "times out") return
    // Not with the option `timeout`: on a busy machine the process might give up before PostgreSQL, with the connection.
    await sql`set local statement_timeout = 100`.execute(this.#db)
    await sql`select pg_sleep(60)`.execute(this.#db)
  }

  async #step(step: Step, trx: Trx, run: Run): Promise<void> {
    switch (step.do) {
      case "write":
        return this.#write(step.name, step.form, trx, run.root)
      case "abort":
        return this.#abort(step.name)
      case "outside":
        await this.#db.outsideTransaction().insertInto("debits").values({ id: step.name }).execute()
        return undefined
      case "swallow":
        await succeeds(sql`select 1 / 0`.execute(this.#db))
        return undefined
      case "late":
        run.late.push(run.ended.then(() => this.#write(step.name, step.form, trx, run.root)))
        return undefined
      case "float":
        void succeeds(this.#write(step.name, "builder", trx, run.root))
        return undefined
      case "together": {
        const results = await Promise.allSettled(step.steps.map((one) => this.#step(one, trx, run)))
        for (const result of results) if (result.status === "rejected") throw result.reason
        return undefined
      }
      case "nest":
        return this.#nest(step.level, run)
    }
  }

  async #nest(level: Level, run: Run): Promise<void> {
    let hasBegun = false
    const work = (trx: Trx) => {
      hasBegun = true
      return this.#level(level, trx, run)
    }
    const succeeded = await succeeds(this.#db.transact(work))
    // In a failed transaction it does not begin.
    if (hasBegun && succeeded !== outcomeOf(level).succeeds)
      run.wrong.push(`the savepoint succeeded is ${succeeded}: ${JSON.stringify(level)}`)
  }

  async #write(id: string, form: Form, trx: Trx, root: Trx): Promise<void> {
    const db = this.#db
    if (form === "sql") await sql`insert into debits (id) values (${id})`.execute(db)
    else if (form === "prepared")
      await db.prepare((on, one: string) => on.insertInto("debits").values({ id: one })).run(id)
    else if (form === "trx") await trx.insertInto("debits").values({ id }).execute()
    else if (form === "root") await root.insertInto("debits").values({ id }).execute()
    else {
      if (form === "helper") await turn()
      await db.insertInto("debits").values({ id }).execute()
    }
  }

  async #abort(id: string): Promise<void> {
    const abort = new AbortController()
    const query = this.#db.insertInto("debits").values({ id }).compile()
    const asked = succeeds(this.#db.executeQuery(query, { signal: abort.signal }))
    await turn()
    abort.abort()
    await asked
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

import { redis } from "@trivet/redis"
import { sql } from "kysely"
import { inject, module, type Token } from "trivet"
import { createTestApp, type TestApp, type TestReply } from "trivet/testing"
import { Database, inTransaction, postgres } from "../../../src/index.ts"
import type { TestDatabase } from "../../../src/testing.ts"

const redisUrl = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"

export class Db extends Database<Record<string, never>> {}

/** Runs a handler in a transaction. Tests of this package declare `trx` with other tables. */
export const whole = inTransaction(Db, { key: "whole" })

interface Outcome {
  /** That of the last reply. */
  readonly status: number | undefined
}

/** A small program with one bug that only some orders show, and the same program without it. */
export interface Program {
  readonly name: string
  /** Statements that create the tables with their first rows, separated by `;`. */
  readonly tables: string
  /** The controller with the bug. */
  readonly broken: Token<object>
  readonly fixed: Token<object>
  /** Default: order alone. */
  readonly failures?: readonly ("lostReply" | "error")[]
  /** Whether it uses Redis. */
  readonly usesRedis?: true
  calls(app: TestApp): readonly (() => Promise<TestReply>)[]
  /** Throws if the bug has shown. */
  invariant(db: Db, outcomes: readonly Outcome[], app: TestApp): Promise<void> | void
}

/** Replaces all tables of a database by those of a program: dropping a database may take a second. */
export async function createTables({ tables }: Program, { url }: TestDatabase): Promise<void> {
  const db = new Db({ url, statementTimeout: 30_000 })
  await sql.raw(`drop schema public cascade; create schema public; ${tables}`).execute(db)
  await db.onStop()
}

/** Loads one form of a program, with keys of its own. */
export function loaderOf(
  controller: Token<object>,
  { url }: TestDatabase,
  { usesRedis }: Pick<Program, "usesRedis"> = {},
): () => Promise<TestApp> {
  const prefix = `simulate-${crypto.randomUUID()}`
  const stores = usesRedis === true ? [redis({ prefix, url: redisUrl })] : []
  const root = module({
    name: "program",
    imports: [postgres(Db, { url }), ...stores],
    declarations: [controller as never],
  })
  return () => createTestApp(root)
}

/** Runs queries of a controller. Create it as a field. */
export function useQueries(): <Row>(query: { execute(db: Db): Promise<{ rows: Row[] }> }) => Promise<Row[]> {
  const db = inject(Db)
  return async (query) => (await query.execute(db)).rows
}

/** The statuses of the replies, in the order of the calls. */
export function statusesOf(outcomes: readonly Outcome[]): readonly (number | undefined)[] {
  return outcomes.map(({ status }) => status)
}

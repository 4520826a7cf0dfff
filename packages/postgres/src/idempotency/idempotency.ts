import { createHash } from "node:crypto"
import { type QueryExecutorProvider, sql } from "kysely"
import type { Context, Next, Reply } from "trivet"
import { afterCommit, findJsonSchema, type RawCall, rawCallOf, type WrappedRoute } from "trivet/extend"
import { DatabaseError } from "../connection/database-error.ts"
import { fault } from "../faults.ts"
import { findUnstorable } from "./find-unstorable.ts"
import { sweepBeside } from "./sweep.ts"
import { replay, type StoredReply, storedReplyOf } from "./stored-reply.ts"

/** The header that clients send. */
export const keyHeader = "Idempotency-Key"

interface ClaimedRow extends StoredReply {
  readonly is_running: boolean
  readonly input: Buffer
  readonly contract: Buffer
}

/** Runs the calls of routes once for each key, in the transaction of the call. */
export class Idempotency {
  readonly #source: string
  readonly #tenant: string | undefined
  readonly #contracts = new Map<string, ReadonlyMap<number, Buffer>>()

  /** `source` is `required` for the header, otherwise the context value that is the key. */
  constructor(source: string, tenant: string | undefined) {
    this.#source = source
    this.#tenant = tenant
  }

  /** The errors that a call may get. */
  get answers(): Readonly<Record<number, string>> {
    const busy = "A call with the same key is running: send it again later."
    if (this.#source !== "required") return { 409: busy }
    return {
      400: `Missing or invalid ${keyHeader}.`,
      409: busy,
      422: "The key belongs to a call with another input.",
    }
  }

  get requiredHeaders(): Readonly<Record<string, string>> {
    if (this.#source !== "required") return {}
    return {
      [keyHeader]:
        "A new value for each effect. A call with the same value gets the same reply, and has no second effect.",
    }
  }

  /** Stores the contract of a route. Throws a fault if its replies cannot be stored. */
  addRoute(route: WrappedRoute): void {
    const title = `${route.method ?? ""} ${route.path}`.trim()
    const reason = findUnstorable(route)
    if (reason !== undefined) throw fault("IDEMPOTENT_ROUTE", { route: title, reason })
    const contracts = Object.entries(route.returns ?? {}).map(([status, schema]) => {
      const json = schema === null ? null : (findJsonSchema(schema, "input") ?? null)
      return [Number(status), digestOf(JSON.stringify(json))] as const
    })
    this.#contracts.set(title, new Map(contracts))
  }

  /** Reads the key and the input of a call. Throws a fault, answered with 400, without a valid key. */
  async callOf(ctx: Context, route: string): Promise<IdempotentCall> {
    const raw = rawCallOf(ctx)
    const isHeader = this.#source === "required"
    const key = isHeader ? ctx.header(keyHeader) : this.#valueOf(ctx, this.#source)
    if (isHeader && !/^[\x21-\x7e]{1,255}$/.test(key)) throw fault("IDEMPOTENCY_KEY_INVALID", {})
    const user = isHeader ? this.#valueOf(ctx, "user_id") : (ctx.get("user_id" as never) ?? null)
    const tenant = this.#tenant === undefined ? null : String(ctx.get(this.#tenant as never))
    return new IdempotentCall({
      raw,
      ctx,
      // A value is the whole identity of an event, whose sender the path may name.
      caller: JSON.stringify(isHeader ? [user, tenant] : [user, tenant, this.#source, ctx.path]),
      route,
      key,
      input: isHeader ? digestOf(ctx.path, raw.query, await bodyOf(ctx)) : Buffer.alloc(0),
      contractOf: (status) => this.#contracts.get(route)?.get(status) ?? Buffer.alloc(0),
    })
  }

  #valueOf(ctx: Context, name: string): string {
    const value: unknown = ctx.get(name as never)
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
      if (value !== "") return String(value)
    }
    throw fault("IDEMPOTENCY_VALUE_MISSING", { name })
  }
}

interface CallParts {
  readonly raw: RawCall
  readonly ctx: Context
  readonly caller: string
  readonly route: string
  readonly key: string
  readonly input: Buffer
  readonly contractOf: (status: number) => Buffer
}

/** One call with a key. */
export class IdempotentCall {
  readonly #parts: CallParts
  #before: readonly string[] = []
  #reply: Reply | undefined
  /** Whether the reply was stored by an earlier call. */
  isReplayed = false

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  /** Returns the stored reply, or runs the rest of the chain. */
  async answer(trx: QueryExecutorProvider, database: QueryExecutorProvider, next: Next): Promise<unknown> {
    const { raw, ctx, caller, route, key, input, contractOf } = this.#parts
    const claim = sql<ClaimedRow>`select * from trivet_claim_idempotency_key(${caller}, ${route}, ${key})`
    const [row] = (await claim.execute(trx).catch(rejectMissing)).rows
    if (row === undefined) {
      this.#before = [...raw.headers.list]
      const result = await next()
      afterCommit(() => sweepBeside(database))
      return (this.#reply = await raw.write(result))
    }
    if (row.is_running) throw running()
    if (!row.input.equals(input)) throw fault("IDEMPOTENCY_KEY_REUSED", {})
    this.isReplayed = true
    const reply = replay(row, raw)
    if (!row.contract.equals(contractOf(row.status))) {
      raw.headers.set("idempotent-contract", "changed")
      ctx.log.warn({ route, status: row.status }, "a stored reply was sent whose contract has changed since")
    }
    return reply
  }

  /** Stores the reply, in the same transaction. Throws a fault if another call has stored one. */
  async store(trx: QueryExecutorProvider): Promise<void> {
    const { raw, caller, route, key, input, contractOf } = this.#parts
    const { status, type, headers, body } = storedReplyOf(this.#reply!, this.#before, raw.headers.list, route)
    const { rows } =
      await sql`insert into trivet_idempotency_keys (caller, route, key, input, contract, status, type, headers, body)
      values (${caller}, ${route}, ${key}, ${input}, ${contractOf(status)}, ${status}, ${type}, ${JSON.stringify(headers)}, ${body})
      on conflict do nothing returning 1`.execute(trx)
    // Only in a transaction whose snapshot is older than the reply.
    if (rows.length === 0) throw running()
  }
}

function rejectMissing(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== undefinedFunction) throw error
  throw fault("IDEMPOTENCY_MIGRATIONS_MISSING", {}, { cause: error })
}

const undefinedFunction = "42883"

function running() {
  return fault("IDEMPOTENCY_KEY_RUNNING", {}, { headers: { "retry-after": "1" } })
}

/** The body. A form with files is a stream, and each client writes its boundary anew. */
async function bodyOf(ctx: Context): Promise<Uint8Array> {
  if (/^multipart\//i.test(ctx.header("content-type"))) throw fault("IDEMPOTENCY_BODY_MULTIPART", {})
  return ctx.request().body()
}

/** A digest of parts that no other parts have. */
function digestOf(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest()
}

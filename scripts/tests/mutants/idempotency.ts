import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/postgres/src/idempotency"
const tests = ["packages/postgres/tests/idempotency/idempotency.test.ts"]

/** Idempotency keys: what would have an effect twice, or send a reply to another caller. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/idempotency-migrations.ts`, tests, [
    [
      "if not pg_try_advisory_xact_lock(",
      "if 0 = hashint8(",
      "Two requests with a key run at the same time.",
    ],
    [
      "  begin\n    if not",
      "  begin\n    perform from trivet_idempotency_keys where caller = of_caller and route = of_route and key = of_key;\n    if found then return query select false, input, contract, status, type, headers, body from trivet_idempotency_keys where caller = of_caller and route = of_route and key = of_key; return; end if;\n    if not",
      "A reply that is committed between the look and the lock is not found.",
    ],
    ["where caller = of_caller and route", "where route", "A caller gets the reply of another one."],
    [
      "and route = of_route and key = of_key;\n",
      "and key = of_key;\n",
      "A route sends the reply of another one.",
    ],
  ]),
  ...mutantsOf(`${source}/idempotency.ts`, tests, [
    ["if (!row.input.equals(input))", "if (false)", "Another input gets the reply of the first."],
    [
      "digestOf(ctx.path, raw.query, await bodyOf(ctx))",
      "digestOf(ctx.path, raw.query)",
      "Another body gets the reply of the first.",
    ],
    [
      "digestOf(ctx.path, raw.query, await",
      "digestOf(await",
      "Another path or query gets the reply of the first.",
    ],
    ["isHeader ? [user, tenant] : [", "isHeader ? [tenant] : [", "A caller gets the reply of another one."],
    [", this.#source, ctx.path]", ", this.#source]", "A sender uses up the events of another one."],
    ["if (row.is_running) throw running()\n", "", "A request waits, or runs twice at the same time."],
    ["    if (rows.length === 0) throw running()\n", "", "An effect is committed twice."],
    ["if (!row.contract.equals(", "if (row.contract.equals(", "A changed contract is not noticed."],
    ["{1,255}", "{0,255}", "Requests without a key share one."],
  ]),
  ...mutantsOf(`${source}/stored-reply.ts`, tests, [
    [
      "without(after, before)",
      "after",
      "A repeated reply sets the cookies of middlewares of the first call.",
    ],
    ["for (const name of headers.deleted) call.headers.delete(name)\n", "", "A header is sent twice."],
    ["if (bytes.length > maxBody)", "if (false)", "Replies without bound fill the table."],
  ]),
  ...mutantsOf("packages/postgres/src/transactions/transaction.ts", tests, [
    [
      "(await statusOf(result, ctx)) >= 400 ||",
      "(await statusOf(result, ctx)) >= 600 ||",
      "An error is stored.",
    ],
    [
      "call?.store(queries)",
      "call?.store((this.#db as never as { outsideTransaction(): never }).outsideTransaction())",
      "A reply is stored whose effect is rolled back.",
    ],
  ]),
  ...mutantsOf(`${source}/sweep.ts`, tests, [
    ["now() - ${keptSeconds}", "now() + ${keptSeconds}", "A reply that is still needed is deleted."],
    ["having count(*) > ${maxPerCaller}", "having false", "A caller fills the table."],
  ]),
  ...mutantsOf(`${source}/find-unstorable.ts`, tests, [
    ['if ("~event" in schema) return', "if (false) return", "A stream is found when it is sent."],
  ]),
]

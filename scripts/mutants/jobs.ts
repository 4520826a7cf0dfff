import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/jobs/src"

/** That a job is enqueued, completed and rolled back with its transaction, and runs as often as it may. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    "packages/postgres/src/transaction.ts",
    [`${source}/in-transaction.test.ts`],
    [["await runBeforeCommit(ctx, this.#db, queries)", "", "A job completes apart from its effects."]],
  ),
  ...mutantsOf(
    `${source}/postgres-job-store.ts`,
    [`${source}/in-transaction.test.ts`],
    [
      [
        "const db = trx === undefined ? this.#inside : sqlOn(trx as Queries)",
        "const db = this.#inside",
        "A job is enqueued although its transaction is rolled back.",
      ],
      [
        "if (!(await this.complete(job, trx))) throw",
        "if (!(await this.complete(job, trx)) && false) throw",
        "A process that was suspended commits what another has done again.",
      ],
      [
        "const db = trx === undefined ? this.#outside : sqlOn(trx as Queries)",
        "const db = this.#outside",
        "A job is completed although its transaction is rolled back.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/jobs.ts`,
    [`${source}/jobs.test.ts`],
    [
      [
        "if (issues === undefined) return",
        "if (true) return",
        "A payload that no handler accepts is stored.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/attempts.ts`,
    [`${source}/jobs.test.ts`],
    [
      [
        "if (status >= 400) return",
        "if (status >= 500) return",
        "An attempt that answers 404 counts as done.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/memory-job-store.ts`,
    [`${source}/jobs.test.ts`],
    [["row.attempts >= row.most", "row.attempts > row.most", "A job is tried once more than it may be."]],
  ),
]

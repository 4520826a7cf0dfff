import { type Mutant, mutantsOf } from "./mutant.ts"

const store = "packages/trivet/src/store"
const postgres = "packages/postgres/src"
const redis = "packages/redis/src"
const currentTransaction = ["packages/postgres/tests/attacks/current-transaction.test.ts"]

/** Mutants whose tests also run on PGlite, which takes seconds to start. */
function slow(mutants: readonly Mutant[]): Mutant[] {
  return mutants.map((mutant) => ({ ...mutant, slow: true }))
}

/** Key-value stores and caches: what must happen once, must end, or must be gone. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${store}/memory-key-value.ts`,
    [`${store}/memory.test.ts`],
    [
      [
        "const entry = this.#find(key)\n    this.#entries.delete(key)\n",
        "const entry = this.#find(key)\n",
        "A one-time code is accepted twice.",
      ],
    ],
  ),
  ...mutantsOf(
    `${store}/memory-cache.ts`,
    [`${store}/memory.test.ts`],
    [
      ["if (this.#entries.size <= this.#most) break", "break", "Keys that clients choose fill the memory."],
      [
        "if (this.#leases.get(key) === own) await",
        "await",
        "A value computed before a deletion is kept after it.",
      ],
    ],
  ),
  ...mutantsOf(
    `${postgres}/transactions/open-transaction.ts`,
    [`${postgres}/transaction-results.test.ts`],
    [
      [
        "      this.check(site)\n      return queries",
        "      return queries",
        "A late query runs on the connection of the next request.",
      ],
      [
        "      await this.#end(false)\n      throw error",
        "      await this.#end(true)\n      throw error",
        "What a rejected request wrote is committed.",
      ],
    ],
  ),
  ...slow(
    mutantsOf(`${postgres}/transactions/open-transaction.ts`, currentTransaction, [
      [
        "    this.#end(false).catch",
        "    this.#end(true).catch",
        "Half of an unfinished step is committed with the request.",
      ],
      [
        "isolation === undefined || isolation === outer",
        "isolation === undefined || isolation !== outer",
        "A transfer that needs `serializable` runs without it, and money is spent twice.",
      ],
    ]),
  ),
  ...mutantsOf(
    `${postgres}/transactions/open-transaction.ts`,
    ["packages/postgres/tests/attacks/published.test.ts"],
    [
      [
        "this.#parent ?? this.#openOfOthers",
        "this.#parent",
        "Readers are told of what the transaction of another database then rolls back.",
      ],
    ],
  ),
  ...slow(
    mutantsOf(
      `${postgres}/transactions/before-commit.ts`,
      ["packages/jobs/src/in-transaction.test.ts"],
      [
        [
          "  known?.delete(database)\n",
          "",
          "A job in a savepoint is completed twice, fails, and runs again.",
        ],
      ],
    ),
  ),
  ...slow(
    mutantsOf(
      `${postgres}/paging/cursor.ts`,
      [`${postgres}/paging/paginate.test.ts`],
      [["wanted.length || !timing", "wanted.length && !timing", "A client writes cursors of its own."]],
    ),
  ),
  ...slow(
    mutantsOf(
      `${postgres}/paging/paginate.ts`,
      [`${postgres}/paging/paginate.test.ts`],
      [
        [
          "JSON.stringify([compiled.sql, values, by, direction])",
          "JSON.stringify([compiled.sql, values.length, by, direction])",
          "A cursor of another user's list is accepted.",
        ],
      ],
    ),
  ),
  ...slow(
    mutantsOf(
      `${postgres}/paging/cursor-keys.ts`,
      [`${postgres}/paging/paginate.test.ts`],
      [["scrypt(secret,", 'scrypt("",', "Whoever knows the code can write cursors."]],
    ),
  ),
  ...slow(
    mutantsOf(`${postgres}/transactions/boundary.ts`, currentTransaction, [
      [
        "`rollback to savepoint ${name}`",
        "`savepoint ${name}`",
        "What a rejected step wrote is committed with the request.",
      ],
    ]),
  ),
  ...slow(
    mutantsOf(`${postgres}/transactions/transaction-scope.ts`, currentTransaction, [
      [
        "transaction.owner !== owner",
        "transaction.owner === owner",
        "Queries run in the transaction of another database, or in none.",
      ],
    ]),
  ),
  ...mutantsOf(
    `${postgres}/postgres-key-value.ts`,
    [`${postgres}/postgres-key-value.test.ts`],
    [[" and (ends is null or ends > ${timeOf(now)})", " and ${timeOf(now)} > 0", "Sessions never end."]],
  ),
  ...mutantsOf(
    `${redis}/redis-key-value.ts`,
    [`${redis}/redis-key-value.test.ts`],
    [
      ['"GETDEL"', '"GET"', "A one-time code is accepted twice."],
      ["`${prefix}:kv:`", '"kv:"', "Two applications on one Redis share sessions."],
    ],
  ),
]

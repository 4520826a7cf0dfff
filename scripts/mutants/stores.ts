import { type Mutant, mutantsOf } from "./mutant.ts"

const store = "packages/trivet/src/store"
const postgres = "packages/postgres/src"
const redis = "packages/redis/src"

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
    `${postgres}/transactions/lazy-transaction.ts`,
    [`${postgres}/transaction-results.test.ts`],
    [
      [
        "      this.#checkOpen()\n      return use",
        "      return use",
        "A late query runs on the connection of the next request.",
      ],
    ],
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

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
        "if (this.#find(key) !== undefined) return false\n",
        "\n",
        "Two callers get what exactly one may have.",
      ],
      [
        "const entry = this.#find(key)\n    this.#entries.delete(key)\n",
        "const entry = this.#find(key)\n",
        "A one-time code is accepted twice.",
      ],
      [
        "entry?.ends ?? this.#endOf(lifetime)",
        "this.#endOf(lifetime)",
        "Each failed login prolongs a limit for ever.",
      ],
      [
        "entry.ends > this.#clock.monotonic()",
        "entry.ends >= this.#clock.monotonic()",
        "A session lives on in the millisecond it ends.",
      ],
      ["entry.ends > this.#clock.monotonic()", "entry.value !== null", "Sessions never end."],
      [
        "if (entry.ends <= now) this.#entries.delete(key)",
        "if (entry.ends < 0) this.#entries.delete(key)",
        "Ended entries fill the memory.",
      ],
      [
        "for (const [key, entry] of this.#entries) if (entry.ends <= now) this.#entries.delete(key)",
        "if (now > 0) this.#entries.clear()",
        "A thousand writes erase revocations and limits.",
      ],
      ["!Number.isSafeInteger(count)", "Number.isNaN(count)", "A counter loses steps beyond 2^53."],
    ],
  ),
  ...mutantsOf(
    `${store}/memory-cache.ts`,
    [`${store}/memory.test.ts`],
    [
      [
        "entry === undefined || entry.ends <= this.#clock.now()",
        "entry === undefined",
        "A permission that has ended is still given.",
      ],
      ["if (this.#entries.size <= this.#most) break", "break", "Keys that clients choose fill the memory."],
      [
        "this.#leases.delete(key)\n    this.#entries.delete(key)\n    this.#entries.set",
        "this.#entries.delete(key)\n    this.#entries.set",
        "A value computed before a change is kept over the change.",
      ],
      [
        "if (this.#leases.get(key) === own) await",
        "await",
        "A value computed before a deletion is kept after it.",
      ],
      [
        "this.#entries.delete(key)\n    this.#leases.delete(key)",
        "this.#entries.delete(key)",
        "A value computed before a deletion is kept after it.",
      ],
      ["if (this.#leases.get(key) === own) this", "this", "An old computation ends the lease of a new one."],
      ["if (this.#leases.has(key)) return undefined\n", "\n", "Every caller computes at once."],
    ],
  ),
  ...mutantsOf(
    `${postgres}/transaction.ts`,
    [`${postgres}/transaction-results.test.ts`],
    [
      [
        "(await statusOf(result, ctx)) >= 400",
        "(await statusOf(result, ctx)) >= 600",
        "A rejected request leaves its writes.",
      ],
    ],
  ),
  ...mutantsOf(
    `${postgres}/lazy-transaction.ts`,
    [`${postgres}/transaction-results.test.ts`],
    [
      [
        "      this.#checkOpen()\n      return use",
        "      return use",
        "A late query runs on the connection of the next request.",
      ],
      [
        "if (!(await this.#commits.promise)) throw",
        "if (!(await this.#commits.promise) && Date.now() < 0) throw",
        "A rejected request leaves its writes.",
      ],
    ],
  ),
  ...mutantsOf(
    `${postgres}/postgres-key-value.ts`,
    [`${postgres}/postgres-key-value.test.ts`],
    [
      [" and (ends is null or ends > ${timeOf(now)})", " and ${timeOf(now)} > 0", "Sessions never end."],
      [
        "(ends is null or ends > ${timeOf(now)})",
        "(ends is null or ends >= ${timeOf(now)})",
        "A session lives on in the millisecond it ends.",
      ],
      [
        "where kept.ends <= ${timeOf(now)}`",
        "where ${timeOf(now)} > 0`",
        "Two callers get what exactly one may have.",
      ],
      [
        "case when ends is null or ends > ${timeOf(now)} then value end as value",
        "case when ${timeOf(now)} > 0 then value end as value",
        "A one-time code is accepted after its lifetime.",
      ],
      [
        "ends = case when kept.ends <= ${timeOf(now)} then excluded.ends else kept.ends end",
        "ends = case when ${timeOf(now)} > 0 then excluded.ends else kept.ends end",
        "Each failed login prolongs a limit for ever.",
      ],
      [
        "value = case when kept.ends <= ${timeOf(now)} then excluded.value",
        "value = case when ${timeOf(now)} < 0 then excluded.value",
        "A limit that was reached never ends.",
      ],
      [
        "returning ends is null or ends > ${timeOf(now)} as live",
        "returning ${timeOf(now)} > 0 as live",
        "Ending a session that has ended counts as a success.",
      ],
      [
        "where ends <= ${timeOf(now)} order by",
        "where ends > 0 and ${timeOf(now)} > 0 order by",
        "Revocations and limits are swept before they end.",
      ],
      [
        "if (!Number.isSafeInteger(by))",
        "if (Number.isNaN(by))",
        "A counter holds what later steps cannot read.",
      ],
      [
        "do update set value = excluded.value, ends = excluded.ends`",
        "do update set value = excluded.value`",
        "A new value ends with the lifetime of an old one.",
      ],
    ],
  ),
  ...mutantsOf(
    `${redis}/redis-key-value.ts`,
    [`${redis}/redis-key-value.test.ts`],
    [
      ['value, "NX", ', "value, ", "Two callers get what exactly one may have."],
      ['"NX", ...expiryOf(lifetime)', '"NX"', "A lock of a process that crashed never ends."],
      ["value, ...expiryOf(lifetime)", "value", "Sessions never end."],
      ['"GETDEL"', '"GET"', "A one-time code is accepted twice."],
      [
        'redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])',
        'redis.call("set", KEYS[1], ARGV[1])',
        "A limit that was reached never ends.",
      ],
      [
        'if redis.call("exists", KEYS[1]) == 1 then',
        'if redis.call("exists", KEYS[1]) == 2 then',
        "A limit counts to one and is never reached.",
      ],
      ["`${prefix}:kv:`", '"kv:"', "Two applications on one Redis share sessions."],
      [
        "if (!Number.isSafeInteger(by))",
        "if (Number.isNaN(by))",
        "A counter holds what later steps cannot read.",
      ],
      [
        "Math.ceil(seconds * 1000)",
        "Math.ceil(seconds * 1_000_000)",
        "Sessions live a thousand times too long.",
      ],
    ],
  ),
  ...mutantsOf(
    `${redis}/raise-unavailable.ts`,
    [`${redis}/redis-key-value.test.ts`],
    [
      [
        "error instanceof ErrorReply ? new RedisUnavailable(error) : error",
        "error",
        "An outage is answered with 500 and never tried again.",
      ],
    ],
  ),
  ...mutantsOf(
    `${redis}/redis-cache.ts`,
    [`${redis}/redis-cache.test.ts`],
    [
      [
        'const keep = script(`\nredis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])',
        'const keep = script(`\nredis.call("set", KEYS[1], ARGV[1])',
        "Keys that clients choose fill the memory of Redis.",
      ],
      ['\nredis.call("del", KEYS[2])`)', "`)", "A value computed before a change is kept over the change."],
      [
        'if redis.call("get", KEYS[2]) ~= ARGV[3] then return 0 end\n',
        "",
        "A value computed before a deletion is kept after it.",
      ],
      [
        'if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end',
        'redis.call("del", KEYS[1])',
        "An old computation ends the lease of a new one.",
      ],
      ['"NX", "PX"', '"PX"', "Every process computes at once."],
      ['"NX", "PX", millisecondsOf(seconds)', '"NX"', "The lease of a process that crashed never ends."],
      [
        '["DEL", this.#valueOf(key), this.#leaseOf(key)]',
        '["DEL", this.#valueOf(key)]',
        "A value computed before a deletion is kept after it.",
      ],
      [
        "if (this.#pendingDeletes.size < maxPendingDeletes) this.#pendingDeletes.add(key)\n",
        "\n",
        "A deletion that Redis missed is forgotten: the old permission is back.",
      ],
      [
        "if (this.#pendingDeletes.has(key)) return this.#forget(key).then(() => this.read(key))\n",
        "\n",
        "A deletion that Redis missed is forgotten: the old permission is back.",
      ],
      ["`${prefix}:cache:{:`", '"cache:{:"', "Two applications on one Redis share cached values."],
    ],
  ),
]

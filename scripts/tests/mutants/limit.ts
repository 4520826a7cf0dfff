import type { Mutant } from "./mutant.ts"

const source = "packages/limit/src"
const counter = [`${source}/counter.test.ts`]
const logins = [`${source}/login-limits.test.ts`]
const limits = [`${source}/limits.test.ts`]

/** Weakenings of the limits: of counting, of who is counted together, and of logins and registrations. */
export const mutants: readonly Mutant[] = [
  {
    file: `${source}/memory-counter.ts`,
    search: "if (state.taken >= points)",
    replace: "if (state.taken > points)",
    tests: counter,
    why: "One try more than the limit says.",
  },
  {
    file: `${source}/memory-counter.ts`,
    search: "forgotten > now && this.#states.size <= most - batch",
    replace: "forgotten > now",
    tests: counter,
    why: "Memory grows with every key that an attacker invents.",
  },
  {
    file: `${source}/limiter.ts`,
    search: 'return createHash("sha256").update(key).digest("base64url")',
    replace: 'return key.length > 64 ? createHash("sha256").update(key).digest("base64url") : key',
    tests: logins,
    why: "E-mail addresses stand in clear in Redis.",
  },
  {
    file: `${source}/keys.ts`,
    search: ".slice(0, bits / 16)",
    replace: ".slice(0, 8)",
    tests: limits,
    why: "Every address of an IPv6 network has tries of its own.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "accountKey(who.account), networkOf",
    replace: "who.account, networkOf",
    tests: logins,
    why: "Every spelling of an address has tries of its own.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "isFailed = found === undefined",
    replace: "isFailed = false",
    tests: logins,
    why: "Failures give their point back: no limit.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "if (!isFailed) await this.#known.add",
    replace: "await this.#known.add",
    tests: logins,
    why: "A stranger's network becomes known by a failure, and has tries of its own.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "this.#owners.reserve(JSON.stringify([account, network]))",
    replace: "this.#strangers.reserve(account)",
    tests: logins,
    why: "A stranger locks the owner out.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "this.#network.reserve(who.address),",
    replace: "{ release: async () => undefined },",
    tests: logins,
    why: "One client tries ten passwords for each of a million accounts.",
  },
  {
    file: `${source}/login-limits.ts`,
    search: "seconds: Math.min(firstWait, seconds), maxSeconds: seconds }",
    replace: "seconds: Math.min(firstWait, seconds), maxSeconds: Math.min(firstWait, seconds) }",
    tests: logins,
    why: "The wait does not grow: 14,400 tries a day for an account.",
  },
]

import type { Mutant } from "./mutant.ts"

const source = "packages/auth/src"
const queue = [`${source}/passwords/work-queue.test.ts`]
const passwords = [`${source}/passwords/passwords.test.ts`]

/** The queue of hashes, and passwords. */
export const mutants: readonly Mutant[] = [
  {
    file: `${source}/passwords/work-queue.ts`,
    search: "if (waiting.size >= this.#options.waiting) {",
    replace: "if (this.#waiting.login.size + this.#waiting.new.size >= this.#options.waiting) {",
    tests: queue,
    why: "Registrations fill the queue for logins.",
  },
  {
    file: `${source}/passwords/work-queue.ts`,
    search: "if (waiting.size >= this.#options.waiting) {",
    replace: "if (waiting.size < 0) {",
    tests: queue,
    why: "The queue has no bound.",
  },
  {
    file: "packages/trivet/src/log/repeats.ts",
    search: "if (performance.now() < this.#until) {",
    replace: "if (performance.now() < 0) {",
    tests: ["packages/trivet/src/log/repeats.test.ts"],
    why: "A flood fills the log with a line for each request.",
  },
  {
    file: `${source}/passwords/passwords.ts`,
    search:
      "for (let rest = cost ?? highest; rest < highest; rest++) await this.#compare(password, nobody(rest))",
    replace: "",
    tests: passwords,
    why: "After the cost was raised, the time tells which accounts exist.",
  },
  {
    file: `${source}/passwords/passwords.ts`,
    search: "Buffer.byteLength(password) <= mostBytes[algorithm]",
    replace: "password.length <= mostBytes[algorithm]",
    tests: passwords,
    why: "A password is cut silently: another one opens the account.",
  },
  {
    file: `${source}/passwords/argon2id.ts`,
    search: "given[name] >= 1 && given[name] <= most[name]",
    replace: "given[name] >= 1",
    tests: passwords,
    why: "A row of the database makes the process allocate gigabytes.",
  },
  {
    file: `${source}/passwords/argon2id.ts`,
    search: "crypto.randomBytes(saltBytes)",
    replace: "Buffer.alloc(saltBytes)",
    tests: passwords,
    why: "Equal passwords have equal hashes.",
  },
]

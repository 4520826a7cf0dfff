import type { Mutant } from "./mutant.ts"

const source = "packages/jobs/src"
const page = ["packages/jobs/tests/page/queues-page.test.ts"]
const stores = ["packages/jobs/tests/stores/stores.test.ts"]
const memory = [`${source}/store/memory-job-store.test.ts`]

/** Weakenings of the limits for each key, and of the page of queues. */
export const mutants: readonly Mutant[] = [
  {
    file: `${source}/store/limit-migration.ts`,
    search: "perform pg_advisory_xact_lock(hashtextextended('trivet jobs of ' || queue, 0));",
    replace: "",
    tests: stores,
    why: "Processes that take at the same time exceed the limit of a key.",
    slow: true,
  },
  {
    file: `${source}/store/limit-migration.ts`,
    search: "start > moment - per * interval '1 ms'",
    replace: "start > moment",
    tests: stores,
    why: "A tenant starts as many jobs as it likes.",
    slow: true,
  },
  {
    file: `${source}/store/attempt-migration.ts`,
    search: "where ctid = found_at and state = 'active' and retry_count = tries",
    replace: "where ctid = found_at and state = 'active'",
    tests: stores,
    why: "A process that was suspended completes a job that another one runs now.",
    slow: true,
  },
  {
    file: `${source}/store/attempt-migration.ts`,
    search: "limit most for update skip locked",
    replace: "limit most",
    tests: stores,
    why: "Two processes take the same job.",
    slow: true,
  },
  {
    file: `${source}/store/memory-limit.ts`,
    search: "count >= maxRunning",
    replace: "count > maxRunning",
    tests: memory,
    why: "One job of a key more than its limit runs.",
  },
  {
    file: `${source}/page/queues-controller.ts`,
    search: "if (own.some(({ access }) => isOpenTo(access, {})))",
    replace: "if (own.length === 0)",
    tests: page,
    why: "A forgotten guard opens the payloads of all users to everybody.",
  },
  {
    file: `${source}/page/same-origin.ts`,
    search: 'if (site !== "") return site === "same-origin"',
    replace: 'if (site !== "") return site !== "cross-site"',
    tests: page,
    why: "A page of a neighbouring site deletes jobs with the session of an operator.",
  },
  {
    file: `${source}/page/queues-controller.ts`,
    search: "if (found === undefined || !this.#jobs.knows(found.job))",
    replace: "if (found === undefined)",
    tests: page,
    why: "An operator of one application reads and deletes the jobs of another.",
  },
  {
    file: `${source}/page/cut-payload.ts`,
    search: "if (text.length <= mostCharacters) return text",
    replace: "if (mostCharacters > 0) return text",
    tests: page,
    why: "One huge payload makes a page that no browser shows.",
  },
]

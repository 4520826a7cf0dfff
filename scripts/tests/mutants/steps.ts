import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/jobs/src"
const tests = ["packages/jobs/tests/steps/steps.test.ts"]

/** Steps of jobs: what would run twice, or commit for an attempt that has lost its job. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/run/steps.ts`, tests, [
    ["if (stored.has(name)) return stored.get(name)", "", "A step runs again in the next attempt."],
    ["    signal.throwIfAborted()\n", "", "An attempt that is over begins further steps."],
    ["if (afterCommit(() => undefined))", "if (false)", "A step is rolled back with what is around it."],
    [" > mostResult\n", " > Infinity\n", "A result without bound fills the table."],
  ]),
  ...mutantsOf(`${source}/store/job-steps.ts`, tests, [
    [
      "and retry_count = $3 and state = 'active' for share",
      "for share",
      "An attempt that was taken over commits.",
    ],
    [
      "await sqlOn(trx).executeSql(insertion",
      "await sqlOn(db.outsideTransaction()).executeSql(insertion",
      "The result of a step stays whose writes were rolled back.",
    ],
  ]),
  ...mutantsOf(`${source}/store/memory-job-store.ts`, tests, [
    [
      "    const row = this.#held(job)\n    if (row === undefined) throw",
      "    const row = this.#rows.get(job.id)\n    if (row === undefined) throw",
      "An attempt that was taken over stores a result, in memory.",
    ],
  ]),
  ...mutantsOf(`${source}/store/whole-queues.ts`, tests, [
    [
      "state <> 'active' returning name, id) ${withTheirSteps}",
      "state <> 'active' returning name, id) select 1 from gone",
      "Steps of deleted jobs fill the table.",
    ],
  ]),
]

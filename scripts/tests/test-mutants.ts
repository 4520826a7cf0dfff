import { parseArgs } from "node:util"
import { describeRun, findRemark } from "./mutants/run/describe-run.ts"
import { describeAreas, type ListedMutant, listMutants, shortSample } from "./mutants/run/list-mutants.ts"
import { describeChange, problemsOf } from "./mutants/run/mutate.ts"
import { runMutants } from "./mutants/run/run-mutants.ts"
import { root } from "../reading/workspace.ts"

// npm run test:mutants -- [--short] [--area auth] [--only text] [--jobs 2] [--times]
//
// Applies each mutant of scripts/tests/mutants/ to a copy of the work tree and expects the tests that it names to fail. A
// survivor is a weakness that no test would notice. `npm run check` runs the short form.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    area: { type: "string" },
    only: { type: "string" },
    jobs: { type: "string", default: "2" },
    times: { type: "boolean", default: false },
  },
})

/** How many mutants the short form runs, unless there are more areas: about 45 s of CPU time. */
const shortCount = 20

const chosen = (await listMutants()).filter(isChosen)
const problems = problemsOf(chosen, root)
const mutants = flags.short ? shortSample(chosen, shortCount) : chosen
for (const problem of problems) console.log(problem)
if (problems.length > 0 || mutants.length === 0) {
  if (mutants.length === 0) console.log("No mutant was chosen.")
  process.exitCode = 2
} else {
  console.log(describeAreas(chosen))
  process.exitCode = await run()
}

function isChosen(mutant: ListedMutant): boolean {
  const text = `${mutant.file} ${describeChange(mutant)} ${mutant.why}`
  return (flags.area ?? mutant.area) === mutant.area && text.includes(flags.only ?? "")
}

async function run(): Promise<number> {
  const start = performance.now()
  const stopped = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => stopped.abort(new Error(`Stopped by ${name}.`)))
  try {
    const jobs = Math.max(1, Number(flags.jobs))
    const judged = await runMutants({
      workspace: root,
      mutants,
      jobs,
      signal: stopped.signal,
      onJudged: (one) => {
        const remark = findRemark(one)
        if (remark !== undefined) console.log(remark)
        if (flags.times)
          console.log(`${(one.duration / 1000).toFixed(1)} s  ${one.file}:${one.line}  ${one.verdict}`)
      },
    })
    for (const line of describeRun(judged, performance.now() - start)) console.log(line)
    return judged.every(({ verdict }) => verdict === "killed" || verdict === "timed out") ? 0 : 1
  } catch (error) {
    console.log((error as Error).message)
    return 2
  }
}

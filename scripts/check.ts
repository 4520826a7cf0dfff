import { build } from "./build.ts"
import { checkAudit } from "./check/check-audit.ts"
import { checkPackages } from "./check/check-packages.ts"
import { checkTypes } from "./check/check-types.ts"
import { runSteps } from "./check/run-steps.ts"
import { runTests } from "./check/run-tests.ts"
import { runTool } from "./check/run-tool.ts"
import { outcomeOf, type Step } from "./check/step.ts"
import { checkDoors } from "./doors.ts"
import { checkFloors } from "./floors.ts"
import { checkPapers } from "./papers.ts"
import { root } from "./reading/workspace.ts"

/** All that a change is checked for. `node scripts/check.ts floors types` runs only the steps it names. */
const steps: readonly Step[] = [
  { name: "format", run: () => runTool("oxfmt", "--check", ".") },
  { name: "lint", run: () => runTool("oxlint", "--type-aware", "--deny-warnings") },
  { name: "types", run: checkTypes },
  { name: "floors", run: () => outcomeOf(checkFloors(root)) },
  { name: "doors", run: () => outcomeOf(checkDoors(root)) },
  { name: "papers", run: async () => outcomeOf(await checkPapers(root)) },
  { name: "dead-code", run: () => runTool("knip", "--no-progress") },
  { name: "audit", run: checkAudit },
  { name: "build", run: build },
  { name: "packages", run: checkPackages },
  { name: "tests", run: runTests },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.log(`No step is named ${unknown.join(", ")}. Steps: ${steps.map(({ name }) => name).join(" ")}`)
  process.exitCode = 2
} else {
  const chosen = wanted.length === 0 ? steps : steps.filter(({ name }) => wanted.includes(name))
  const ok = await runSteps(chosen, (line) => console.log(line))
  process.exitCode = ok ? 0 : 1
}

import { build } from "./packages/build.ts"
import { checkAudit } from "./check/check-audit.ts"
import { checkCost, samplePace } from "./check/check-cost.ts"
import { checkMutants } from "./check/check-mutants.ts"
import { checkPackages } from "./check/check-packages.ts"
import { checkTypes } from "./check/check-types.ts"
import { cpuSeconds } from "./check/cpu-seconds.ts"
import { runSteps } from "./check/run-steps.ts"
import { runTests } from "./check/run-tests.ts"
import { runTool } from "./check/run-tool.ts"
import { outcomeOf, type Step, together } from "./check/step.ts"
import { checkEntryPoints } from "./packages/entry-points.ts"
import { checkLayers } from "./layers.ts"
import { checkDrawing } from "./layers/drawing.ts"
import { checkDocs } from "./docs.ts"
import { root } from "./reading/workspace.ts"
import { noteGreenCheck } from "./packages/release/green-check.ts"
import { checkSignatures } from "./packages/signatures.ts"

const pace = samplePace()

/** Every check of a change. `node scripts/check.ts layers types` runs only the steps it names. */
const steps: readonly Step[] = [
  { name: "format", beside: true, run: () => runTool("oxfmt", "--check", ".") },
  { name: "lint", beside: true, run: () => runTool("oxlint", "--type-aware", "--deny-warnings") },
  { name: "types", beside: true, run: checkTypes },
  {
    name: "layers",
    beside: true,
    run: () => together([outcomeOf(checkLayers(root)), outcomeOf(checkDrawing(root))]),
  },
  { name: "entry-points", beside: true, run: () => outcomeOf(checkEntryPoints(root)) },
  { name: "docs", beside: true, run: async () => outcomeOf(await checkDocs(root)) },
  { name: "dead-code", beside: true, run: () => runTool("knip", "--no-progress") },
  { name: "audit", beside: true, run: checkAudit },
  { name: "build", beside: true, run: build },
  { name: "signatures", run: () => outcomeOf(checkSignatures(root)) },
  { name: "packages", run: checkPackages },
  { name: "tests", run: runTests },
  { name: "mutants", run: checkMutants },
  { name: "cost", run: () => checkCost(cpuSeconds(), pace()) },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.log(`No step is named ${unknown.join(", ")}. Steps: ${steps.map(({ name }) => name).join(" ")}`)
  process.exitCode = 2
} else {
  const chosen = wanted.length === 0 ? steps : steps.filter(({ name }) => wanted.includes(name))
  const ok = await runSteps(chosen, (line) => console.log(line))
  if (ok && wanted.length === 0) noteGreenCheck(root)
  process.exitCode = ok ? 0 : 1
}

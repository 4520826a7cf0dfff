import { build } from "./build.ts"
import { checkAudit } from "./check/check-audit.ts"
import { checkMutants } from "./check/check-mutants.ts"
import { checkPackages } from "./check/check-packages.ts"
import { checkTypes } from "./check/check-types.ts"
import { runSteps } from "./check/run-steps.ts"
import { runTests } from "./check/run-tests.ts"
import { runTool } from "./check/run-tool.ts"
import { outcomeOf, type Step, together } from "./check/step.ts"
import { checkEntryPoints } from "./entry-points.ts"
import { checkLayers } from "./layers.ts"
import { checkDrawing } from "./layers/drawing.ts"
import { checkDocs } from "./docs.ts"
import { root } from "./reading/workspace.ts"
import { checkSignatures } from "./signatures.ts"

/** Every check of a change. `node scripts/check.ts layers types` runs only the steps it names. */
const steps: readonly Step[] = [
  { name: "format", run: () => runTool("oxfmt", "--check", ".") },
  { name: "lint", run: () => runTool("oxlint", "--type-aware", "--deny-warnings") },
  { name: "types", run: checkTypes },
  { name: "layers", run: () => together([outcomeOf(checkLayers(root)), outcomeOf(checkDrawing(root))]) },
  { name: "entry-points", run: () => outcomeOf(checkEntryPoints(root)) },
  { name: "docs", run: async () => outcomeOf(await checkDocs(root)) },
  { name: "dead-code", run: () => runTool("knip", "--no-progress") },
  { name: "audit", run: checkAudit },
  { name: "build", run: build },
  { name: "signatures", run: () => outcomeOf(checkSignatures(root)) },
  { name: "packages", run: checkPackages },
  { name: "tests", run: runTests },
  { name: "mutants", run: checkMutants },
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

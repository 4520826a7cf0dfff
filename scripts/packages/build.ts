import { rmSync } from "node:fs"
import { join } from "node:path"
import { runTool } from "../check/run-tool.ts"
import { type Outcome, together } from "../check/step.ts"
import { joinFiles } from "./join-files.ts"
import { packages, root } from "../reading/workspace.ts"

/** Compiles every package into its `dist`, each after those it needs. */
export async function build(): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const { folder, manifest } of packages(root)) {
    rmSync(join(root, folder, "dist"), { recursive: true, force: true })
    // Without the source condition a package is built against the others' declarations, as its users will be.
    const compiled = await runTool("tsc", "-p", folder, "--customConditions", "null")
    outcomes.push(compiled)
    if (manifest.name === "trivet" && compiled.ok) await joinFiles({ folder, manifest })
    // What a package serves beside its code.
    if (manifest.scripts?.["assets"] !== undefined)
      outcomes.push(await runTool("npm", "run", "--silent", "assets", "--workspace", folder))
  }
  return together(outcomes)
}

if (import.meta.main) {
  const { ok, output } = await build()
  if (!ok) console.log(output)
  process.exitCode = ok ? 0 : 1
}

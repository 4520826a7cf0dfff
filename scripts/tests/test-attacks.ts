import { spawn } from "node:child_process"
import { globSync } from "node:fs"
import { join } from "node:path"
import { root } from "../reading/workspace.ts"

/** The files that attack: those in folders named `attacks`, and those named so, `site-attacks.test.ts` among them. */
export function attackFiles(folder: string = root): readonly string[] {
  const found = globSync("{packages,examples,deploy}/**/{attacks/**/*,attacks,*-attacks}.test.ts", {
    cwd: folder,
    exclude: ["**/node_modules/**", "**/dist/**"],
  })
  return found.toSorted()
}

// npm run test:attacks -- [--full] [files and options of vitest…]
//
// Runs every attack of the repository. The same tests run in `npm run check`, with fewer rounds of what is random.
if (import.meta.main) {
  const args = process.argv.slice(2)
  const full = args.includes("--full") && { ATTACKS: "full", TRIVET_LONG: "1" }
  const rest = args.filter((arg) => arg !== "--full")
  const files = rest.some((arg) => !arg.startsWith("-")) ? [] : attackFiles()
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const child = spawn(process.execPath, [vitest, "run", ...files, ...rest], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...full },
  })
  child.once("exit", (code) => process.exit(code ?? 1))
}

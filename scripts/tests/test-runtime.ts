import { spawn } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../reading/workspace.ts"

const runtimes = ["bun", "deno"]

/** The tests that start a runtime: those whose files name the script that fetches it. */
export function runtimeFiles(runtime: string, folder: string = root): readonly string[] {
  return globSync(
    "{packages/*/tests/{attacks,client,compress,conformance,load,sockets},examples/*/tests}/**/*.ts",
    {
      cwd: folder,
    },
  )
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => readFileSync(join(folder, path), "utf8").includes(`"use-${runtime}"`))
    .map((path) => (path.endsWith(".test.ts") ? path : path.replace(/[^/]+$/, "")))
    .filter((path, index, all) => all.indexOf(path) === index)
    .toSorted()
}

// npm run test:runtime -- bun|deno
//
// Runs the tests of one runtime, and of nothing else. The same tests run in `npm run check`.
if (import.meta.main) {
  const [runtime = "", ...rest] = process.argv.slice(2)
  if (!runtimes.includes(runtime)) {
    console.log(`Which runtime? Type: npm run test:runtime -- ${runtimes.join("|")}`)
    process.exitCode = 2
  } else {
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const name = `[${runtime[0]!.toUpperCase()}${runtime[0]}]${runtime.slice(1)}`
    const args = [vitest, "run", "-t", name, ...runtimeFiles(runtime), ...rest]
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
    child.once("exit", (code) => (process.exitCode = code ?? 1))
  }
}

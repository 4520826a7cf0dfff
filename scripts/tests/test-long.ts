import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { root } from "../reading/workspace.ts"

// npm run test:long -- [files…]
//
// Runs every test in its long form: more rounds, faults, hours and orders than `npm run check` has time for; then all mutants.
// It takes hours. With files, only these, and no mutants.
const files = process.argv.slice(2)
const env = { ...process.env, TRIVET_LONG: "1", BLOG_LONG: "1", ATTACKS: "full", SCAFFOLD: "full" }
const vitest = join(root, "node_modules/vitest/vitest.mjs")
// One file at a time: many of them measure what others would disturb.
const tests = await run([vitest, "run", "--no-file-parallelism", ...files])
const mutants = files.length > 0 ? 0 : await run([join(root, "scripts/tests/test-mutants.ts")])
process.exitCode = tests === 0 && mutants === 0 ? 0 : 1

async function run(args: readonly string[]): Promise<number> {
  const [code] = (await once(
    spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" }),
    "exit",
  )) as [number | null]
  return code ?? 1
}

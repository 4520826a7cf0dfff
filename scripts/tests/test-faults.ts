import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../reading/workspace.ts"
import { type Figure, figuresVariable } from "../suite/note-figure.ts"

// npm run test:faults -- [--full] [files…]
//
// Breaks PostgreSQL, Redis, processes and clocks under load, over the references and over the packages, and prints
// every figure in one table. The same tests run in `npm run check`, at their short length.
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean", default: false } },
})

const files = [
  "deploy/faults",
  "packages/postgres/tests/attacks",
  "packages/redis/tests/conformance/outages.test.ts",
  "packages/nats/tests/live",
  "packages/redis/tests/live",
  "packages/nats/tests/outbox",
  "examples/blog/tests/processes.test.ts",
  "examples/helpdesk/tests/outages.test.ts",
  "examples/auth/tests/conformance/attacks/limits.test.ts",
]
const long = { TRIVET_LONG: "1", BLOG_LONG: "1", ATTACKS: "full" }

const folder = mkdtempSync(join(tmpdir(), "trivet-faults-"))
const figures = join(folder, "figures")
const vitest = join(root, "node_modules/vitest/vitest.mjs")
// One file at a time: each of them measures what the others would disturb.
const args = [vitest, "run", "--no-file-parallelism", ...(positionals.length > 0 ? positionals : files)]
const child = spawn(process.execPath, args, {
  cwd: root,
  env: { ...process.env, ...(flags.full && long), [figuresVariable]: figures },
  stdio: "inherit",
})
const [code] = (await once(child, "exit")) as [number | null]
const noted = existsSync(figures) ? readFileSync(figures, "utf8").trim().split("\n") : []
const rows = noted.map((line) => JSON.parse(line) as Figure)
console.log(`\n| fault | over | figure |\n| --- | --- | --- |`)
for (const { fault, over, figure } of rows.toSorted((one, other) => one.fault.localeCompare(other.fault)))
  console.log(`| ${fault} | ${over} | ${figure} |`)
rmSync(folder, { recursive: true })
process.exitCode = code ?? 1

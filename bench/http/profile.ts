import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { table } from "../figures.ts"
import type { Case } from "./cases.ts"
import { measure, serverCore } from "./measure.ts"
import { type Options, parseOptions } from "./options.ts"
import { runWrk } from "./run-wrk.ts"
import { type RunningServer, startServer } from "./start-server.ts"

// npm run bench:profile -- [--cases a,b,…] [--servers trivet,fastify] [--seconds 5]
//
// Says where the time of a request goes. V8's profiler takes samples while wrk asks; a part's time is its share of the
// samples, of the CPU time that a request took without the profiler.

interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
}

/** One server in one case: microseconds of a request by parts, and by functions. */
interface Times {
  readonly total: number
  readonly parts: ReadonlyMap<string, number>
  readonly functions: ReadonlyMap<string, number>
}

const shownFunctions = 25
const options = parseOptions(process.argv.slice(2))
if (options.runtime !== "node") throw new Error("V8's profiler is Node's: omit --bun")
const folder = mkdtempSync(join(tmpdir(), "trivet-bench-profile-"))
try {
  for (const one of options.cases) await report(one, options)
} finally {
  rmSync(folder, { recursive: true })
}

async function report(one: Case, plan: Options): Promise<void> {
  process.env["BENCH_COLLECTIONS"] = String(one.collections ?? 200)
  const times = new Map<string, Times>()
  for (const name of plan.servers) times.set(name, await timesOf(name, one, plan))
  const names = [...times.keys()]
  const parts = new Set([...times.values()].flatMap((each) => [...each.parts.keys()]))
  const rows = [...parts]
    .map((part) => [part, names.map((name) => times.get(name)!.parts.get(part) ?? 0)] as const)
    .toSorted(([, first], [, second]) => Math.max(...second) - Math.max(...first))
    .map(([part, values]) => [part, ...values.map(microseconds)])
  const totals = ["together", ...names.map((name) => microseconds(times.get(name)!.total))]
  console.log(
    `\n(${one.name}) ${one.title}: µs CPU per request\n\n${table(["part", ...names], [...rows, totals])}`,
  )
  for (const [name, { functions }] of times) {
    const longest = [...functions]
      .toSorted(([, first], [, second]) => second - first)
      .slice(0, shownFunctions)
    const lines = longest.map(([text, time]) => [text, microseconds(time)])
    console.log(`\n${table([`(${one.name}) ${name}, by itself`, "µs"], lines)}`)
  }
}

async function timesOf(name: string, one: Case, { seconds }: Options): Promise<Times> {
  const file = join(folder, `${one.name}-${name}.json`)
  process.env["BENCH_PROFILE"] = file
  process.env["NODE_OPTIONS"] = `--import ${new URL("profile-option.ts", import.meta.url).href}`
  const server = await startServer(name, "node", serverCore, one.folder)
  delete process.env["NODE_OPTIONS"]
  try {
    const samples = await measure([server], one, { rounds: 1, seconds, together: true })
    const total = samples.get(name)![0]!.cpu
    return readProfile(await profileOf(server, one, seconds, file), total)
  } finally {
    server.stop()
  }
}

async function profileOf(
  { pid, url }: RunningServer,
  one: Case,
  seconds: number,
  file: string,
): Promise<CpuProfile> {
  process.kill(pid, "SIGUSR2")
  await sleep(200)
  await runWrk(url, one, seconds, 1)
  process.kill(pid, "SIGUSR2")
  while (!existsSync(file)) await sleep(50)
  await sleep(500)
  return JSON.parse(readFileSync(file, "utf8")) as CpuProfile
}

function readProfile({ nodes, samples }: CpuProfile, total: number): Times {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const busy = samples.map((id) => byId.get(id)!).filter((node) => node.callFrame.functionName !== "(idle)")
  const each = total / busy.length
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const { callFrame } of busy) {
    const part = partOf(callFrame)
    const text = `${part}: ${callFrame.functionName || "(anonymous)"} ${placeOf(callFrame)}`.trim()
    parts.set(part, (parts.get(part) ?? 0) + each)
    functions.set(text, (functions.get(text) ?? 0) + each)
  }
  return { total, parts, functions }
}

function partOf({ url, functionName }: ProfileNode["callFrame"]): string {
  if (functionName === "(garbage collector)") return "garbage collector"
  if (url.startsWith("node:")) return "node"
  const own = /\/packages\/(\w+)\/src\/([\w-]+)/.exec(url)
  if (own !== null) return `${own[1]}/${own[2]}`
  const installed = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)
  if (installed !== null) return installed[1]!
  if (url.includes("/bench/")) return "handler"
  return url === "" ? "native code, kernel" : url
}

function placeOf({ url, lineNumber }: ProfileNode["callFrame"]): string {
  return url === "" ? "" : `${url.slice(url.lastIndexOf("/") + 1)}:${lineNumber + 1}`
}

function microseconds(value: number): string {
  return value.toFixed(2)
}

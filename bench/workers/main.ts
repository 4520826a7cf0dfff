import { readFileSync } from "node:fs"
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs, promisify } from "node:util"
import { median, shuffle, spread, table } from "../figures.ts"
import { cpuTimeOf, cpuTimeOfAll } from "../http/cpu-time.ts"

// npm run bench:workers -- [--rounds 9] [--seconds 3]: two workers against one process.
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, seconds: { type: "string", default: "3" } },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const goal = 1.7

if (spawnSync("wrk", ["--version"]).error !== undefined) {
  console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
  process.exit(2)
}

interface Server {
  readonly name: string
  readonly port: number
  readonly child: ChildProcess
}

async function start(name: string, ...args: readonly string[]): Promise<Server> {
  const file = join(import.meta.dirname, "work-server.ts")
  const child = spawn(process.execPath, ["--conditions=@trivet/source", file, ...args], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const port = await new Promise<number>((give, refuse) => {
    child.once("exit", (code) => refuse(new Error(`${name} ended with ${code} before it listened`)))
    createInterface(child.stdout).on("line", (line) => {
      const told = JSON.parse(line) as { port?: number; msg?: string }
      if (told.msg === undefined) give(told.port!)
    })
  })
  return { name, port, child }
}

/** One server in one round. */
interface Sample {
  readonly perSecond: number
  /** Milliseconds of CPU time for one call, of all its processes. */
  readonly cpu: number
  /** How many cores computed meanwhile, for whomever. */
  readonly cores: number
}

/** The CPU time of a process and its children, which live as long as it does. */
function cpuTimeWithChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  const pids = [pid, ...(children === "" ? [] : children.split(" ").map(Number))]
  return pids.reduce((sum, one) => sum + cpuTimeOf(one), 0)
}

async function measure({ port, child }: Server): Promise<Sample> {
  const [began, before, own] = [performance.now(), cpuTimeOfAll(), cpuTimeWithChildren(child.pid!)]
  const wrk = ["-t1", "-c16", `-d${seconds}s`, "--timeout", "30s", `http://127.0.0.1:${port}/work`]
  const { stdout } = await promisify(execFile)("wrk", wrk)
  const failed = /Non-2xx.*|Socket errors.*/.exec(stdout)
  if (failed !== null) throw new Error(failed[0])
  const cores = (cpuTimeOfAll() - before) / 1_000_000 / (performance.now() - began)
  const calls = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const cpu = (cpuTimeWithChildren(child.pid!) - own) / 1_000_000 / calls
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), cpu, cores }
}

const servers = [await start("one process"), await start("two workers", "2")]
const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]))
try {
  for (const server of servers) await measure(server)
  for (let round = 0; round < rounds; round++)
    for (const server of shuffle(servers)) samples.get(server.name)!.push(await measure(server))
} finally {
  for (const { child } of servers) child.kill("SIGTERM")
}

const perSecond = (name: string) => samples.get(name)!.map((sample) => sample.perSecond)
const ratios = perSecond("two workers").map((value, round) => value / perSecond("one process")[round]!)
const rows = [...samples].map(([name, taken]) => [
  name,
  median(taken.map((sample) => sample.perSecond)).toFixed(0),
  median(taken.map((sample) => sample.cpu)).toFixed(2),
  median(taken.map((sample) => sample.cores)).toFixed(2),
])
console.log(`${rounds} rounds of ${seconds} s, in turn, Node ${process.version}\n`)
console.log(table(["", "calls/s", "ms CPU per call", "cores at work, of the whole machine"], rows))
const ratio = median(ratios)
console.log(
  `\n${ratio >= goal ? "reached" : "MISSED "}  two workers carry ${ratio.toFixed(2)} × one process (middle half ${spread(ratios, 2)}); at least ${goal}`,
)
process.exitCode = ratio >= goal ? 0 : 1

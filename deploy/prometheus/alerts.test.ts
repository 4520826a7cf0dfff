import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../scripts/suite/free-port.ts"
import { joinedSources } from "../../scripts/suite/joined-sources.ts"

// Each alert of alerts.yml fires in Prometheus by its planted cause, and the first command of its section in
// docs/run/alerts.md prints that cause. Minutes are seconds here.

const page = readFileSync(join(import.meta.dirname, "../../docs/run/alerts.md"), "utf8")
const rules = readFileSync(join(import.meta.dirname, "alerts.yml"), "utf8")
const program = join(import.meta.dirname, "testing/troubled-app.ts")
const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

/** What is wrong with each application: the paths that are called again and again, and its settings. */
const applications = {
  broken: { paths: ["/broken"], settings: {} },
  slow: { paths: ["/slow", "/slow", "/slow", "/slow"], settings: {} },
  late: { paths: ["/busy"], settings: {} },
  overloaded: { paths: ["/busy", "/busy", "/busy"], settings: { LIMITED: "1" } },
  dying: { paths: ["/end"], settings: { WORKERS: "2" } },
  silent: { paths: ["/broken"], settings: {} },
  ended: { paths: ["/end"], settings: {} },
  well: { paths: ["/well"], settings: {} },
} as const
type Name = keyof typeof applications

/** For each alert the application whose trouble it is, and what the first command must print. */
const causes: Readonly<Record<string, readonly [Name, RegExp]>> = {
  TrivetDown: ["ended", /the planted end[^]*troubled-app\.ts:\d+/],
  TrivetErrorsFast: ["broken", /TypeError[^]*the planted error[^]*troubled-app\.ts:\d+/],
  TrivetErrorsSlow: ["broken", /^ *\d+ "message":"the planted error"$/m],
  TrivetSlow: ["slow", /"select pg_sleep[^]*troubled-app\.ts:\d+/],
  TrivetEventLoopLate: ["late", /^ *\d+\.\d %  addManyNumbers .*troubled-app\.ts:\d+$/m],
  TrivetPoolExhausted: ["slow", /"select pg_sleep[^]*troubled-app\.ts:\d+/],
  TrivetOverloaded: ["overloaded", /^ *\d+\.\d %  addManyNumbers .*troubled-app\.ts:\d+$/m],
  TrivetWorkersDie: ["dying", /the planted end[^]*worker died/],
  TrivetLogLost: ["silent", /ENOSPC/],
  TrivetJobsLate: ["broken", /orders\/receipt.*paused/],
  TrivetJobsDead: ["broken", /orders\/invoice\n.*There is no order 7/],
}

interface Running {
  readonly process: ChildProcess
  readonly port: number
  readonly management: number
  readonly log: string
}

const folder = mkdtempSync(join(tmpdir(), "trivet-alerts-"))
const running = new Map<Name, Running>()
const isOver = new AbortController()
let database: TestDatabase
let jobDatabase: TestDatabase
let flags: readonly string[]
let prometheus: ChildProcess
let url: string

/** Only the jobs of one application are late and dead. */
const databaseOf = (name: Name) => (name === "broken" ? jobDatabase : database).url

async function start(name: Name): Promise<void> {
  const [port, management] = [await freePort(), await freePort()]
  const log = join(folder, `${name}.log`)
  const errors = openSync(log, "a")
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      ...process.env,
      ...applications[name].settings,
      DATABASE: databaseOf(name),
      PORT: String(port),
      MANAGEMENT_PORT: String(management),
    },
    stdio: ["ignore", name === "silent" ? openSync("/dev/full", "w") : errors, errors],
  })
  running.set(name, { process: child, port, management, log })
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended:\n${readFileSync(log, "utf8")}`)
    return fetch(`http://127.0.0.1:${management}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 })
}

/** Milliseconds between two calls of a path. Of two workers, one should serve while the other starts again. */
const pauses: Readonly<Record<string, number>> = { "/busy": 1, "/slow": 1, "/end": 4_000 }

/** Calls a path until the test is over, one call after another. */
async function callAgainAndAgain(name: Name, path: string): Promise<void> {
  while (!isOver.signal.aborted) {
    await fetch(`http://127.0.0.1:${running.get(name)!.port}${path}`, { signal: isOver.signal }).then(
      (reply) => reply.text(),
      () => undefined,
    )
    await sleep(pauses[path] ?? 250)
  }
}

/** Five minutes become five seconds. */
const inSeconds = (text: string) =>
  text
    .replaceAll(/\[(\d+)m\]|for: (\d+)m/g, (whole) => whole.replace("m", "s"))
    .replaceAll(/\[(\d+)h\]/g, (_, hours: string) => `[${Number(hours) * 60}s]`)
    .replaceAll("oldest_seconds) > 300", "oldest_seconds) > 5")

async function startPrometheus(): Promise<void> {
  const scrapes = [...running].map(
    ([name, { management }]) =>
      `  - { job_name: ${name}, static_configs: [{ targets: ["127.0.0.1:${management}"] }] }\n`,
  )
  const intervals = "global: { scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms }\n"
  writeFileSync(join(folder, "alerts.yml"), inSeconds(rules))
  writeFileSync(
    join(folder, "prometheus.yml"),
    `${intervals}rule_files: [alerts.yml]\nscrape_configs:\n${scrapes.join("")}`,
  )
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const options = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ]
  prometheus = spawn("prometheus", options, { stdio: ["ignore", "ignore", "inherit"] })
}

interface Alert {
  readonly state: string
  readonly labels: { readonly alertname: string; readonly job: Name }
}

async function firing(): Promise<readonly string[]> {
  const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
    readonly data: { readonly alerts: readonly Alert[] }
  }
  return data.alerts
    .filter(({ state }) => state === "firing")
    .map(({ labels: { alertname, job } }) => `${alertname} ${job}`)
}

const sections = new Map(page.split(/^## /m).map((section) => [/^\w+/.exec(section)?.[0], section] as const))
const firstCommandOf = (alert: string) => /^```sh\n(.+?)\n```$/ms.exec(sections.get(alert) ?? "")?.[1] ?? ""

/** Types a command of the page, on this machine and for one of the applications. */
async function type(command: string, name: Name): Promise<string> {
  const { management, log } = running.get(name)!
  const typed = command
    .replaceAll("localhost:9000", `127.0.0.1:${management}`)
    .replaceAll("node src/cli.ts", [process.execPath, ...flags, program].join(" "))
  // There is no systemd here: its journal is the file that the process writes to.
  const { stdout } = await promisify(execFile)("bash", ["-c", `journalctl() { cat '${log}'; }\n${typed}`], {
    env: { ...process.env, DATABASE: databaseOf(name), NO_COLOR: "1" },
  })
  return stdout
}

beforeAll(async () => {
  ;({ flags } = await joinedSources())
  ;[database, jobDatabase] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const all = Object.keys(applications) as readonly Name[]
  for (const name of all) await start(name)
  await startPrometheus()
  await fetch(`http://127.0.0.1:${running.get("broken")!.port}/enqueue`)
  // Counters must have been seen before they rise.
  await vi.waitUntil(() => isScraped(all.length), { timeout: 30_000, interval: 200 })
  for (const name of all) for (const path of applications[name].paths) void callAgainAndAgain(name, path)
}, 120_000)

async function isScraped(count: number): Promise<boolean> {
  const query = encodeURIComponent("count_over_time(process_cpu_time_seconds_total[1m]) > 1")
  const reply = await fetch(`${url}/api/v1/query?query=${query}`).catch(() => undefined)
  if (reply?.ok !== true) return false
  const { data } = (await reply.json()) as {
    readonly data: { readonly result: readonly { readonly metric: { readonly job: Name } }[] }
  }
  return new Set(data.result.map(({ metric }) => metric.job)).size === count
}

afterAll(async () => {
  isOver.abort()
  const all = [prometheus, ...[...running.values()].map((one) => one.process)]
  for (const child of all.filter((one) => one !== undefined && one.exitCode === null)) {
    child.kill("SIGTERM")
    if (child.signalCode === null) await once(child, "exit")
  }
  await Promise.all([database?.drop(), jobDatabase?.drop()])
  rmSync(folder, { recursive: true })
})

describe("deploy/prometheus/alerts.yml", () => {
  it("has a planted cause and a section of the page for each alert", () => {
    expect(Object.keys(causes).toSorted()).toEqual(names.toSorted())
    const titles = [...page.matchAll(/^## (Trivet\w+)$/gm)].map(([, title]) => title)
    expect(titles).toEqual(names)
  })

  it.concurrent.each(names)(
    "%s fires, and the first command finds its cause",
    { timeout: 90_000 },
    async (alert) => {
      const [name, found] = causes[alert]!
      await vi.waitUntil(async () => (await firing()).includes(`${alert} ${name}`), {
        timeout: 60_000,
        interval: 250,
      })
      expect(firstCommandOf(alert)).not.toBe("")
      expect(await type(firstCommandOf(alert), name)).toMatch(found)
    },
  )

  it("raises none for the application without faults", async () => {
    expect((await firing()).filter((one) => one.endsWith(" well"))).toEqual([])
  })
})

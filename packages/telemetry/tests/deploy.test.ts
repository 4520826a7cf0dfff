import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../../scripts/suite/free-port.ts"
import { type Program, startProgram } from "./testing/start-program.ts"

const deploy = join(import.meta.dirname, "../../../deploy")

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] }
}
interface Answer {
  readonly status: string
  readonly data?: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] }
}

const dashboard = JSON.parse(readFileSync(join(deploy, "grafana/trivet.json"), "utf8")) as Dashboard
const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
)

/** What Grafana puts in place of its variables. */
const filledIn = (expression: string) =>
  expression.replaceAll("$job", ".*").replaceAll("$__rate_interval", "1m")

let test: TestDatabase
let program: Program
let prometheus: ChildProcess
let folder: string
let url: string

beforeAll(async () => {
  test = await createTestDatabase()
  program = await startProgram("measured.ts", await freePort(), { DATABASE: test.url })
  folder = mkdtempSync(join(tmpdir(), "trivet-prometheus-"))
  cpSync(join(deploy, "prometheus"), folder, { recursive: true })
  writeFileSync(join(folder, "token"), "scrape")
  const file = join(folder, "prometheus.yml")
  let config = readFileSync(file, "utf8")
  const replaced = [
    ["127.0.0.1:3000", `127.0.0.1:${program.port}`],
    ["/etc/prometheus/my-app-token", join(folder, "token")],
    ["15s", "500ms"],
  ] as const
  for (const [old, text] of replaced) {
    if (!config.includes(old)) throw new Error(`prometheus.yml does not contain ${old}`)
    config = config.replaceAll(old, text)
  }
  writeFileSync(file, config)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  prometheus = spawn("prometheus", [...options, "--log.level=error"], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
})
afterAll(async () => {
  const gone = once(prometheus, "exit")
  prometheus.kill("SIGTERM")
  await gone
  await program.stop()
  await test.drop()
  rmSync(folder, { recursive: true })
})

async function ask(expression: string): Promise<Answer> {
  const query = encodeURIComponent(filledIn(expression))
  const reply = await fetch(`${url}/api/v1/query?query=${query}`)
  return (await reply.json()) as Answer
}

async function send(): Promise<void> {
  const paths = ["/posts/1", "/posts/2", "/broken", "/none"]
  await Promise.all(
    paths.map(async (path) => (await fetch(`http://127.0.0.1:${program.port}${path}`)).text()),
  )
}

describe("deploy/prometheus", () => {
  it.each([
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
    ["check", "config", "prometheus.yml"],
  ])("promtool %s %s %s", (...args) => {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder, encoding: "utf8" })
    expect(status, stdout + stderr).toBe(0)
  })

  it("is loaded by Prometheus: each alert is evaluated without an error", async () => {
    const rules = async () => {
      const reply = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
        readonly data: {
          readonly groups: readonly { readonly rules: readonly { name: string; health: string }[] }[]
        }
      }
      return reply.data.groups.flatMap((group) => group.rules.map(({ name, health }) => `${name} ${health}`))
    }
    await expect
      .poll(rules)
      .toEqual(
        [...readFileSync(join(deploy, "prometheus/alerts.yml"), "utf8").matchAll(/- alert: (\w+)/g)].map(
          ([, name]) => `${name} ok`,
        ),
      )
  })

  it("scrapes both workers, which are told apart", async () => {
    const workers = async () => {
      await send()
      const { data } = await ask(
        "count by (worker) (count_over_time(nodejs_eventloop_delay_max_seconds[5m]))",
      )
      return data?.result.length
    }
    await expect.poll(workers).toBe(2)
  })
})

describe("deploy/grafana/trivet.json", () => {
  it("has expressions for all parts", () => {
    expect(expressions.length).toBeGreaterThan(15)
  })

  it.each(expressions)("%s: %s", async (_, expression) => {
    const rows = async () => {
      await send()
      const { status, data } = await ask(expression)
      expect(status).toBe("success")
      return data?.result.length ?? 0
    }
    await expect.poll(rows).toBeGreaterThan(0)
  })

  it("offers the jobs that there are", async () => {
    const [, metric] = /^label_values\((\w+), job\)$/.exec(
      dashboard.templating.list.find(({ name }) => name === "job")!.definition!,
    )!
    const { data } = await ask(metric!)
    expect(new Set(data?.result.map(({ metric: labels }) => labels["job"]))).toEqual(new Set(["my-app"]))
  })
})

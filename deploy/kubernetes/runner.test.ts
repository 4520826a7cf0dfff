import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { parseAllDocuments } from "yaml"
import { freePort } from "../../scripts/suite/free-port.ts"
import { joinedSources } from "../../scripts/suite/joined-sources.ts"

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly timeoutSeconds: number
}

interface Container {
  readonly command: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly startupProbe: Probe
}

interface Deployment {
  readonly spec: {
    readonly replicas: number
    readonly selector: { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly containers: readonly [Container]
      }
    }
  }
}

const helpdesk = join(import.meta.dirname, "../../examples/helpdesk")
const documents = parseAllDocuments(readFileSync(join(import.meta.dirname, "helpdesk-runner.yaml"), "utf8"))
const [deployment, budget, policy] = documents.map((document) => document.toJS() as unknown)
const { spec } = deployment as Deployment
const [container] = spec.template.spec.containers
const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))

describe("the manifest of the help desk's runners", () => {
  let database: TestDatabase
  let redis: PrivateRedis
  let folder: string
  let program: ReturnType<typeof spawn>
  let log = ""
  let port: number

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "trivet-runner-"))
    ;[database, redis] = await Promise.all([createTestDatabase(), PrivateRedis.start()])
    port = await freePort()
    const { flags } = await joinedSources()
    const secret = {
      DATABASE_URL: database.url,
      FILES_URL: `folder://${folder}`,
      REDIS_URL: redis.url,
      MAIL_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "helpdesk@example.com",
      SITE_URL: "https://helpdesk.example.com",
    }
    const [, file = ""] = container.command
    program = spawn(process.execPath, [...flags, join(helpdesk, file)], {
      env: { ...process.env, ...secret, ...environment, MANAGEMENT_PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    })
    for (const output of [program.stdout!, program.stderr!])
      output.setEncoding("utf8").on("data", (text: string) => (log += text))
    await vi.waitUntil(
      () => {
        if (program.exitCode !== null) throw new Error(`the runner ended:\n${log}`)
        return fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      },
      { timeout: 60_000, interval: 200 },
    )
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    if (program?.exitCode === null) {
      program.kill("SIGTERM")
      await once(program, "exit")
    }
    await redis?.stop()
    await database?.drop()
  })

  it.each(["livenessProbe", "readinessProbe", "startupProbe"] as const)(
    "asks a %s that a process which listens on no other port answers",
    async (name) => {
      const { httpGet, timeoutSeconds } = container[name]
      expect(container.ports).toEqual([
        { name: httpGet.port, containerPort: Number(environment["MANAGEMENT_PORT"]) },
      ])
      const reply = await fetch(`http://127.0.0.1:${port}${httpGet.path}`, {
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      })
      expect(reply.status).toBe(200)
    },
  )

  it("runs jobs, whose metrics the port has", async () => {
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^trivet_jobs_oldest_seconds\{/m)
    expect(log).not.toContain("listening on")
  })

  it("leaves it the time that stopping takes, and keeps one pod while a node is emptied", async () => {
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(10)
    expect((budget as { readonly spec: { readonly minAvailable: number } }).spec.minAvailable).toBeLessThan(
      spec.replicas,
    )
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    const began = performance.now()
    program.kill("SIGTERM")
    const [code] = (await once(program, "exit")) as [number]
    expect(code).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it("lets Prometheus in, and nobody else", () => {
    const { ingress } = (
      policy as { readonly spec: { readonly ingress: readonly { readonly from: readonly object[] }[] } }
    ).spec
    expect(ingress.flatMap(({ from }) => from)).toEqual([
      {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } },
        podSelector: { matchLabels: { "app.kubernetes.io/name": "prometheus" } },
      },
    ])
  })
})

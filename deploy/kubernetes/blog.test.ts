import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseAllDocuments } from "yaml"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type RunningBlog, startBlog, testSecret } from "../../examples/blog/tests/testing/start-blog.ts"
import { joinedSources } from "../../scripts/suite/joined-sources.ts"

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly timeoutSeconds: number
}

interface Container {
  readonly command: readonly string[]
  readonly image: string
  readonly env: readonly { readonly name: string; readonly value: string; readonly valueFrom?: object }[]
  readonly envFrom: readonly object[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly startupProbe: Probe
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly resources: {
    readonly requests: object
    readonly limits: { readonly memory: string; cpu?: string }
  }
  readonly securityContext: object
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number
  readonly automountServiceAccountToken: boolean
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
  readonly containers: readonly [Container]
  readonly topologySpreadConstraints: readonly { readonly topologyKey: string }[]
  readonly restartPolicy?: string
}

interface Deployment {
  readonly spec: {
    readonly strategy: { readonly rollingUpdate: object }
    readonly selector: { readonly matchLabels: object }
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec }
  }
}

interface Budget {
  readonly spec: { readonly minAvailable: number }
}

interface Job {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec }
  }
}

interface NetworkPolicy {
  readonly spec: { readonly ingress: readonly { readonly from: readonly object[] }[] }
}

interface Autoscaler {
  readonly spec: { readonly minReplicas: number; readonly maxReplicas: number }
}

const execute = promisify(execFile)
const here = import.meta.dirname
const read = (path: string) => readFileSync(join(here, path), "utf8")
const parse = (path: string) =>
  parseAllDocuments(read(path)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!
    return document.toJS() as { readonly kind: string; readonly apiVersion: string; readonly spec: object }
  })
const documents = parse("blog.yaml")
const kind = (name: string): unknown => documents.find((one) => one.kind === name)

const { spec } = kind("Deployment") as Deployment
const pod = spec.template.spec
const [container] = pod.containers
const [migrating] = parse("blog-migrate.yaml") as readonly unknown[] as readonly [Job]

/** What the framework does unless it is told otherwise, in seconds. */
function defaultOf(name: string): number {
  const found = new RegExp(`${name} \\?\\? ([\\d_]+)`).exec(
    read("../../packages/trivet/src/engine/node/stop.ts"),
  )
  return Number(found![1]!.replaceAll("_", "")) / 1000
}

describe("the manifests of the blog", () => {
  let database: TestDatabase
  let blog: RunningBlog
  const TRUSTED_PROXIES = container.env.find(({ name }) => name === "TRUSTED_PROXIES")!.value
  beforeAll(async () => {
    database = await createTestDatabase()
    blog = await startBlog({ DATABASE_URL: database.url, TRUSTED_PROXIES })
  })
  afterAll(async () => {
    await blog?.stop()
    await database?.drop()
  })

  it("are of the kinds that they need", () => {
    expect(documents.map(({ apiVersion, kind: name }) => `${apiVersion} ${name}`)).toEqual([
      "apps/v1 Deployment",
      "v1 Service",
      "policy/v1 PodDisruptionBudget",
      "autoscaling/v2 HorizontalPodAutoscaler",
      "networking.k8s.io/v1 NetworkPolicy",
    ])
  })

  it.each(["livenessProbe", "readinessProbe", "startupProbe"] as const)(
    "ask a %s that answers",
    async (name) => {
      const { httpGet, timeoutSeconds } = container[name]
      expect(container.ports.map((port) => port.name)).toContain(httpGet.port)
      const reply = await fetch(`${blog.url}${httpGet.path}`, {
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      })
      expect(reply.status).toBe(200)
    },
  )

  it("have a liveness that asks nobody, and a readiness that does", async () => {
    const ask = async (path: string) => (await (await fetch(blog.url + path)).json()) as { checks?: object[] }
    expect((await ask(container.livenessProbe.httpGet.path)).checks).toBeUndefined()
    expect((await ask(container.readinessProbe.httpGet.path)).checks).not.toHaveLength(0)
  })

  it("name the port that the process listens on, and run node itself", () => {
    const port = container.env.find(({ name }) => name === "PORT")?.value
    expect(container.ports).toEqual([{ name: "http", containerPort: Number(port) }])
    expect(container.command).toEqual(["node", "src/main.ts"])
    expect(read("../../examples/blog/package.json")).toContain("src/main.ts")
  })

  it("name the proxies in front by networks that the blog understands", async () => {
    expect(TRUSTED_PROXIES).toMatch(/^[\d.]+\/\d+$/)
    // With a network that it does not understand it would not have started: deploy/faults/proxies.test.ts
    expect((await fetch(`${blog.url}/health/live`)).status).toBe(200)
  })

  it("give it the time that stopping may take", () => {
    const [drainDelay, stopTimeout] = [defaultOf("options.drainDelay"), defaultOf("options.stopTimeout")]
    expect([drainDelay, stopTimeout]).toEqual([0.5, 10])
    const { seconds } = container.lifecycle.preStop.sleep
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + stopTimeout + drainDelay)
    // The application must still have its own bounds: the manifest relies on them.
    expect(read("../../examples/blog/src/main.ts")).not.toMatch(/drainDelay|stopTimeout/)
  })

  it("run it as nobody in particular, on a file system that it cannot write", () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    })
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0)
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    })
  })

  it("keep enough pods through a roll-out and an emptied node, and no more connections than the pooler takes", () => {
    const { minAvailable } = (kind("PodDisruptionBudget") as Budget).spec
    const { minReplicas, maxReplicas } = (kind("HorizontalPodAutoscaler") as Autoscaler).spec
    expect(minAvailable).toBeLessThan(minReplicas)
    expect(spec.strategy.rollingUpdate).toMatchObject({ maxUnavailable: 0 })
    const clients = Number(/^max_client_conn = (\d+)$/m.exec(read("../pgbouncer.ini"))![1])
    // The most connections of a process, unless the option `size` of the database says otherwise.
    expect(maxReplicas * 10).toBeLessThanOrEqual(clients)
  })

  it("let the autoscaler alone decide how many pods there are, and spread them over zones and nodes", () => {
    expect(spec).not.toHaveProperty("replicas")
    expect(pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
      "topology.kubernetes.io/zone",
      "kubernetes.io/hostname",
    ])
    for (const constraint of pod.topologySpreadConstraints)
      expect(constraint).toMatchObject({ labelSelector: spec.selector, maxSkew: 1 })
  })

  it("let the ingress controller and Prometheus in, and nobody else", () => {
    const { ingress } = (kind("NetworkPolicy") as NetworkPolicy).spec
    const inNamespace = (name: string) => ({
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } },
    })
    expect(ingress.flatMap(({ from }) => from)).toEqual([
      inNamespace("ingress"),
      {
        ...inNamespace("monitoring"),
        podSelector: { matchLabels: { "app.kubernetes.io/name": "prometheus" } },
      },
    ])
  })

  it("migrate in a Job before the roll-out, with the same image, settings and permissions", () => {
    const { metadata, spec: job } = migrating.spec.template
    const [other] = job.containers
    expect(job.restartPolicy).toBe("Never")
    expect(metadata.labels).not.toEqual(spec.template.metadata.labels)
    expect(other.image).toBe(container.image)
    expect(migrating.metadata.name).toBe(
      `blog-migrate-${container.image.split(":").at(-1)!.replaceAll(".", "-")}`,
    )
    expect(read("blog.yaml")).toContain(`job/${migrating.metadata.name}\n`)
    expect([job.securityContext, other.securityContext, other.envFrom]).toEqual([
      pod.securityContext,
      container.securityContext,
      container.envFrom,
    ])
  })

  it("give both the address of PostgreSQL itself, beside that of the pooler", () => {
    for (const { env } of [container, migrating.spec.template.spec.containers[0]])
      expect(env.find(({ name }) => name === "DATABASE_DIRECT_URL")?.valueFrom).toEqual({
        secretKeyRef: { name: "blog", key: "DATABASE_DIRECT_URL" },
      })
    expect(read("blog.yaml")).toContain("--from-literal=DATABASE_DIRECT_URL=")
  })

  it("run a command in the Job that migrates, and then has nothing to do", async () => {
    const empty = await createTestDatabase()
    const [program, file = "", ...args] = migrating.spec.template.spec.containers[0].command
    expect(program).toBe("node")
    const { flags } = await joinedSources()
    const env = {
      ...process.env,
      NODE_ENV: "production",
      JWT_SECRET: testSecret,
      DATABASE_URL: empty.url,
      DATABASE_DIRECT_URL: empty.url,
      // Named as in the secret. A command connects only when it needs it.
      REDIS_URL: "redis://127.0.0.1:1",
      LOG_LEVEL: "error",
    }
    const run = async () =>
      (await execute(process.execPath, [...flags, join(here, "../../examples/blog", file), ...args], { env }))
        .stdout
    expect(await run()).toMatch(/^applied \S+\n/)
    expect(await run()).not.toContain("applied")
    await empty.drop()
  })

  it("bound its memory and not its CPU", () => {
    expect(container.resources.requests).toHaveProperty("cpu")
    expect(container.resources.limits).not.toHaveProperty("cpu")
    expect(container.resources.limits.memory).toMatch(/^\d+Mi$/)
  })

  it("select the pods that they make", () => {
    for (const one of documents.slice(1, 3)) expect(JSON.stringify(one.spec)).toContain('"app":"blog"')
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
  })
})

describe("the configuration of HAProxy", () => {
  it("asks the readiness that the manifests ask, and closes idle connections before the application does", () => {
    const haproxy = read("../haproxy.cfg")
    expect(haproxy).toContain(`uri ${container.readinessProbe.httpGet.path} `)
    const idle = Number(/timeout http-keep-alive (\d+)s/.exec(haproxy)![1])
    const own = Number(/keepAliveTimeout: (\d+)_000/.exec(keepAlive())![1])
    expect(idle).toBeLessThan(own)
  })
})

function keepAlive(): string {
  return read("../../packages/trivet/src/engine/node/http-server.ts")
}

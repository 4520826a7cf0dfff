import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { askAll } from "./ask.ts"
import { nodeServers, productionServers } from "./contenders.ts"
import { type RunningServer, startServer } from "./start-server.ts"
import { listOf, missing } from "./things.ts"
import { userOf } from "./users.ts"

/** Starts a server whose replies say whether Node made a stream for a request without a body. */
async function startReporting(name: string, folder: string): Promise<RunningServer> {
  vi.stubEnv("NODE_OPTIONS", `--import ${new URL("report-option.ts", import.meta.url).href}`)
  try {
    return await startServer(name, "node", undefined, folder)
  } finally {
    vi.unstubAllEnvs()
  }
}

async function bodyStreamOf(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get("x-body-stream")
}

describe.each(nodeServers)("the server %s", (name) => {
  let server: RunningServer

  beforeAll(async () => {
    server = await startReporting(name, "servers")
  })
  afterAll(() => server.stop())

  it("answers the same as all others when a user is asked for", async () => {
    expect(await askAll(server.url, "a")).toEqual([
      { status: 200, body: userOf("7") },
      { status: 200, body: userOf("other-id") },
    ])
  })

  it("answers the same as all others when a user is sent, also one that is refused", async () => {
    const refused = { status: 400, body: { error: "Invalid request" } }
    const body = { ...userOf("u1"), name: "Grace Hopper", email: "grace@example.com", age: 85 }
    expect(await askAll(server.url, "b")).toEqual([
      { status: 201, body },
      ...Array.from({ length: 5 }, () => refused),
    ])
  })

  it("runs each of the three middlewares once for a call behind them", async () => {
    expect(await askAll(server.url, "c")).toEqual([
      { status: 200, body: userOf("7") },
      { status: 200, body: userOf("8") },
      { status: 200, body: [2, 2, 2] },
    ])
  })

  it("has no stream for requests without a body, unless it is bare", async () => {
    expect(await bodyStreamOf(`${server.url}/users/7`)).toBe(name === "bare" ? "yes" : "no")
  })
})

describe.each(productionServers)("the server %s with 1,000 routes", (name) => {
  let server: RunningServer

  beforeAll(async () => {
    server = await startReporting(name, "production-servers")
  })
  afterAll(() => server.stop())

  it("answers the same as all others, also where there is no route", async () => {
    const refused = { status: 404, body: missing }
    expect(await askAll(server.url, "d")).toEqual([
      { status: 200, body: listOf("things-0") },
      { status: 200, body: userOf("7") },
      ...Array.from({ length: 3 }, () => refused),
    ])
  })

  it("has no stream for requests without a body, unless it is bare", async () => {
    expect(await bodyStreamOf(`${server.url}/things-0`)).toBe(name === "bare" ? "yes" : "no")
  })
})

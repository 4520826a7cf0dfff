import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { askAll } from "./ask.ts"
import { nodeServers } from "./contenders.ts"
import { type RunningServer, startServer } from "./start-server.ts"
import { userOf } from "./users.ts"

describe.each(nodeServers)("the server %s", (name) => {
  let server: RunningServer

  beforeAll(async () => {
    server = await startServer(name, "node")
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
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { askAll } from "./ask.ts"

describe.each(["bare", "trivet"])("the server %s", (name) => {
  let server: RunningServer

  beforeAll(async () => {
    server = await startServer(name, "node", undefined, "../auth/servers")
  })
  afterAll(() => server.stop())

  it("lets good tokens and passwords in, and no others", async () => {
    expect((await askAll(server.url)).split("\n")).toEqual([
      '200 {"id":"u7","email":"u7@example.com"}',
      '401 {"error":"Invalid token"}',
      "200 a token",
      '401 {"error":"Invalid credentials"}',
    ])
  })
})

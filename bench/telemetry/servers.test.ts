import { describe, expect, it } from "vitest"
import { askAll } from "../http/ask.ts"
import { startServer } from "../http/start-server.ts"
import { userOf } from "../http/users.ts"

describe.each([
  ["servers", "trivet-log"],
  ["servers", "trivet-telemetry-sampled"],
  ["servers", "trivet-telemetry-log"],
  ["../telemetry/servers", "bare-instrumented"],
  ["../telemetry/servers", "fastify-instrumented"],
  ["../telemetry/servers", "express-instrumented"],
])("%s/%s", (folder, name) => {
  it("answers as the server without", async () => {
    const server = await startServer(name, "node", undefined, folder)
    expect(await askAll(server.url, "a")).toEqual([
      { status: 200, body: userOf("7") },
      { status: 200, body: userOf("other-id") },
    ])
    server.stop()
  })
})

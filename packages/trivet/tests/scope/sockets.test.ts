import { createApp, inject, Log, module, requestId, routes, socket, type SocketContext } from "trivet"
import { api } from "trivet/api"
import { useCallScope } from "trivet/extend"
import { serve } from "trivet/node"
import { expect, it } from "vitest"
import { createTestLog } from "../../src/testing/test-log.ts"

class Echo {
  readonly #scope = useCallScope("Echo")
  readonly #log = inject(Log)

  routes() {
    return routes([socket("/echo", this.echo)])
  }
  async echo(ctx: SocketContext) {
    for await (const message of ctx.messages) {
      this.#log.info(String(message))
      ctx.send(this.#scope.current() === (ctx as unknown))
    }
  }
}

it("runs the handler of a socket in the scope of its own context, from the first message to the last", async () => {
  const log = createTestLog()
  const app = await createApp(module({ name: "echo", declarations: [Echo] }), {
    platform: api(),
    log: log.log,
    middlewares: [requestId()],
  })
  const served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
  const sockets = Array.from({ length: 20 }, () => new WebSocket(`ws://127.0.0.1:${served.port}/echo`))
  const seen = await Promise.all(
    sockets.map(async (one) => {
      const own: unknown[] = []
      await new Promise<void>((end) => {
        one.addEventListener("open", () => one.send('"first"'))
        one.addEventListener("message", ({ data }) => {
          own.push(data)
          if (own.length === 1) one.send('"second"')
          else one.close()
        })
        one.addEventListener("close", () => end())
      })
      return own
    }),
  )
  expect(seen).toEqual(sockets.map(() => ["true", "true"]))
  const ids = log.lines.filter(({ msg }) => msg === "second").map(({ request_id }) => request_id)
  expect(new Set(ids).size).toBe(20)
  await served.stop()
})

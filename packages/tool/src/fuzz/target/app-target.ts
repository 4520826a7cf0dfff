import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type App, Describe } from "trivet"
import { toNode } from "trivet/node"
import type { TestApp } from "trivet/testing"
import { checkBody, describeRoutes } from "./describe-routes.ts"
import { coarseGrowth, type FuzzTarget } from "./fuzz-target.ts"
import { heapAfterCollection } from "./heap.ts"
import { secretsOf } from "./secrets-of.ts"

/** Serves an application of this process on 127.0.0.1. It is not stopped at the end: its owner must do so. */
export async function serveApp(app: App, folder: string): Promise<FuzzTarget> {
  const description = app.get(Describe)({ places: true })
  const server = createServer(toNode(app))
  await new Promise<void>((give, fail) => {
    server.on("error", fail).listen(0, "127.0.0.1", () => give())
  })
  return {
    port: (server.address() as AddressInfo).port,
    folder,
    routes: describeRoutes(description),
    secrets: secretsOf(process.env),
    check: (route, status, body) => checkBody(description, route, status, body),
    takeErrors: () => Promise.resolve([]),
    mailTo: async (address, text) => {
      const { mailTo } = app as Partial<TestApp>
      if (mailTo === undefined) throw new Error("mailTo() needs an application of createTestApp()")
      return mailTo(address, text)
    },
    ended: () => undefined,
    memory: heapAfterCollection,
    leastGrowth: coarseGrowth,
    connections: () => new Promise((give) => server.getConnections((_, count) => give(count))),
    close: () =>
      new Promise((give) => {
        server.close(() => give())
        server.closeAllConnections()
      }),
  }
}

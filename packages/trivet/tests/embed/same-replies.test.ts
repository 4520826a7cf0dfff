import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import type { App } from "trivet"
import { toFetch } from "trivet/fetch"
import { toNode } from "trivet/node"
import { describe, expect, it, vi } from "vitest"
import { FilesController } from "../conformance/controllers/files-controller.ts"
import { createConformanceApp, type Make } from "../conformance/app.ts"
import type { Case, Expected, Sent } from "../conformance/case.ts"
import { cases } from "../conformance/cases.ts"
import { runCase } from "../conformance/run-case.ts"
import { createHttpSender } from "../conformance/send-http.ts"
import { listen, type Started } from "./old-apps.ts"

/** A place that the whole application is put in: it answers all requests, so that all replies can be compared. */
interface Place {
  readonly name: string
  /** What stands before every path. */
  readonly prefix?: string
  start(app: App): Promise<Started>
  readonly differs?: readonly Difference[]
}

/** Where a place answers otherwise, and why the application cannot help it. */
interface Difference {
  /** What the names of such cases match. */
  readonly cases: RegExp
  readonly reason: string
  readonly expect: Expected
}

/** What a case expects of one place. */
function expectedAt({ differs = [] }: Place, { name, expect: usual }: Case): Expected {
  return differs.find((one) => one.cases.test(name))?.expect ?? usual
}

const places: readonly Place[] = [
  {
    name: "Express",
    start: (app) => {
      const answer = toNode(app)
      return listen(express().use((req, res) => answer(req, res)))
    },
  },
  {
    name: "Express, below a prefix",
    prefix: "/prefix",
    start: (app) => {
      const answer = toNode(app)
      return listen(express().use("/prefix", (req, res) => answer(req, res)))
    },
  },
  {
    name: "Fastify",
    start: async (app) => {
      const answer = toNode(app)
      const old = Fastify()
      old.addHook("onRequest", (request, reply) => answer(request.raw, reply.raw))
      await old.listen({ port: 0, host: "127.0.0.1" })
      return { port: (old.server.address() as AddressInfo).port, errors: [], stop: () => old.close() }
    },
    differs: [
      {
        cases: /^path: (?:\/path\/%(?:$|zz|E0|c0)|a malformed one)/,
        reason: "Fastify answers a malformed path before its hooks run",
        expect: { status: 400, headers: { "content-type": "application/json", "x-marks": null } },
      },
    ],
  },
  {
    name: "Hono",
    start: (app) => {
      const handle = toFetch(app)
      const old = new Hono().all("*", (c) =>
        handle(c.req.raw, { remoteAddr: { hostname: getConnInfo(c).remote.address! } }),
      )
      return listen(getRequestListener(old.fetch))
    },
    differs: [
      {
        cases: /^path: (?:\/path\/x\/|\/path\/\.\/)/,
        reason: "the runtime resolves dot segments before a handler sees the address",
        expect: { status: 200, json: { pattern: "/path/exact", params: {} } },
      },
      {
        cases: /^path: (?:a host that reaches|\/path\\)/,
        reason: "@hono/node-server answers it before Hono sees it",
        expect: { status: 400, text: "" },
      },
      {
        cases: /^setHeader replaces, appendHeader adds/,
        reason: "@hono/node-server writes Latin-1 in a header as UTF-8",
        expect: { status: 200, headers: { "x-latin": "cafÃ©" } },
      },
    ],
  },
]

function below(prefix: string | undefined, sent: Sent): Sent {
  if (prefix === undefined) return sent
  return { ...sent, path: sent.path.replace(/^(https?:\/\/[^/?]*)?/, `$1${prefix}`) }
}

const makes: readonly Make[] = ["plain", "full"]
const all = places.flatMap((place) => makes.map((make) => ({ ...place, make })))

// @hono/node-server prints what a stream fails with.
vi.spyOn(console, "error").mockImplementation(() => undefined)

describe("the calls of the conformance suite", () => {
  it.concurrent.each(all)("are answered in $name as by serve() ($make)", async ({ make, ...place }) => {
    const app = await createConformanceApp(make, [FilesController])
    const started = await place.start(app)
    const sender = createHttpSender(started.port)
    const send = (sent: Sent) => sender.send(below(place.prefix, sent))
    const failed: string[] = []
    for (const one of Object.values(cases).flat())
      if (one.make === undefined || one.make === make)
        await runCase(send, one, expectedAt(place, one)).catch((error: unknown) =>
          failed.push(`${one.name}: ${String(error)}`),
        )
    sender.close()
    await started.stop()
    await app.stop()
    expect(failed).toEqual([])
  })
})

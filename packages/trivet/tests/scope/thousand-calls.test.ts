import { Agent, request } from "node:http"
import type { App } from "trivet"
import { toFetch } from "trivet/fetch"
import { serve, type Served } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createObservedApp, Gate, LoggedLines } from "./observed-app.ts"
import { type ObservedCall, thousandCalls } from "./observed-calls.ts"
import { Observations } from "./observations.ts"

type Send = (call: ObservedCall, gate: Gate) => Promise<void>

/** Sends all calls at once, and checks what was seen during them. */
async function checkRound(app: App, send: Send): Promise<void> {
  const [gate, observations] = [app.get(Gate), app.get(Observations)]
  observations.right.clear()
  gate.close(thousandCalls.length)
  await Promise.all(thousandCalls.map((call) => send(call, gate)))
  const { right, wrong } = observations
  expect(wrong).toEqual([])
  const ended = () => observations.count("onDone") + observations.count("onDone, aborted")
  await expect.poll(ended).toBe(1_000)
  await expect.poll(() => observations.count("generator, end")).toBe(200)
  await expect.poll(() => observations.count("cancel")).toBe(100)
  expect(wrong).toEqual([])
  for (const place of ["middleware", "gate", "after next()", "onReply"])
    expect([place, right.get(place)]).toEqual([place, 1_000])
  for (const place of ["timer", "setTimeout", "setImmediate", "nextTick", "microtask", "handler, end"])
    expect([place, right.get(place)]).toEqual([place, 100])
  for (const place of ["before throw", "body", "signal", "after signal"])
    expect([place, right.get(place)]).toEqual([place, 100])
  // Four pieces each, and at least one of each that has no end.
  for (const place of ["generator", "generator, later", "pull", "pull, later"])
    expect(right.get(place), place).toBeGreaterThanOrEqual(500)
  expect(right.get("start")).toBe(200)
  expect(right.get("outside"), "outside").toBeGreaterThan(0)
  const lines = app.get(LoggedLines)
  expect(lines.wrong).toEqual([])
  expect(lines.right).toBeGreaterThan(8_000)
}

describe("a thousand calls at once over sockets", () => {
  const agent = new Agent({ keepAlive: true })
  let app: App
  let served: Served
  beforeAll(async () => {
    app = await createObservedApp()
    const limits = { overload: false, maxConnections: 10_000 } as const
    served = await serve(app, { port: 0, signals: false, drainDelay: 0, ...limits })
  })
  afterAll(async () => {
    agent.destroy()
    await served.stop()
  })

  const send: Send = ({ method, path, body, status, leaves }, gate) =>
    new Promise((resolve, reject) => {
      const call = request({ agent, port: served.port, method, path }, (response) => {
        if (response.statusCode !== status) reject(new Error(`${path}: ${response.statusCode}`))
        const texts: string[] = []
        response.setEncoding("utf8")
        response.on("error", () => undefined)
        response.on("data", (text: string) => {
          texts.push(text)
          if (leaves === "after a piece") response.destroy()
        })
        response.on("close", () => {
          // Of its own reply alone.
          const foreign = texts
            .join("")
            .split("\n")
            .filter((line) => line.startsWith("/") && line !== path)
          if (foreign.length > 0) reject(new Error(`${path}: ${foreign.join()}`))
          else resolve()
        })
      })
      call.on("error", (error) => (leaves === "while waiting" ? resolve() : reject(error)))
      call.end(body)
      if (leaves === "while waiting") void gate.opened.then(() => setTimeout(() => call.destroy(), 20))
    })

  it("have a scope each, which never mix", () => expect(checkRound(app, send)).resolves.toBeUndefined())

  it("also on connections that are used again", () => expect(checkRound(app, send)).resolves.toBeUndefined())
})

describe("a thousand calls at once to a fetch handler", () => {
  let app: App
  beforeAll(async () => {
    app = await createObservedApp()
  })
  afterAll(() => app.stop())

  it("have a scope each, which never mix", async () => {
    const handle = toFetch(app)
    const send: Send = async ({ method, path, body, status, leaves }, gate) => {
      const client = new AbortController()
      const options = { method, signal: client.signal, ...(body !== undefined && { body }) }
      const reply = handle(new Request(`http://localhost${path}`, options))
      if (leaves === "while waiting") {
        await gate.opened
        setTimeout(() => client.abort(), 20)
        await reply
        return
      }
      const response = await reply
      expect([path, response.status]).toEqual([path, status])
      if (leaves === undefined) await response.text()
      else {
        const reader = response.body!.getReader()
        await reader.read()
        await reader.cancel()
      }
    }
    await checkRound(app, send)
  })
})

describe("calls that wait because the server is overloaded", () => {
  it("have a scope each, which never mix", async () => {
    const app = await createObservedApp()
    const served = await serve(app, {
      port: 0,
      signals: false,
      drainDelay: 0,
      overload: { maxDelay: 20, maxInFlight: 10_000 },
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const call = request({ agent, port: served.port, path }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode!))
        })
        call.on("error", reject).end()
      })
    // The first call opens it for all.
    app.get(Gate).close(1)
    const block = setInterval(() => {
      const until = performance.now() + 60
      while (performance.now() < until);
    }, 80)
    const statuses: number[] = []
    // A fast machine answers the first ones before the loop is seen to be late.
    for (let round = 0; round < 20 && !statuses.includes(503); round++) {
      const ids = Array.from({ length: 400 }, (_, at) => round * 400 + at)
      statuses.push(...(await Promise.all(ids.map((id) => ask(`/timers/${id}`)))))
    }
    clearInterval(block)
    const answered = statuses.filter((status) => status === 200)
    // One is rejected only when others have waited in the queue.
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const observations = app.get(Observations)
    expect(observations.wrong).toEqual([])
    expect(observations.count("handler, end")).toBe(answered.length)
    agent.destroy()
    await served.stop()
  })
})

import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { contract } from "../../module/routes/contract.ts"
import { dto } from "../../schema/dto/dto.ts"
import { stream } from "../../schema/stream.ts"
import { createClient } from "../create-client.ts"

const Tick = dto({ at: "required,integer" })
const Ticks = contract({
  watch: { method: "GET", path: "/ticks", returns: { 200: stream(Tick) } },
  send: { method: "POST", path: "/ticks", returns: { 200: stream(Tick) } },
})

/** What a server does with the requests in turn; with the last one for all after it. */
type Answer = (response: ServerResponse, lastId: string) => void

// A client loads it with its first stream, which takes a moment.
beforeAll(async () => void (await import("./resume-events.ts")))

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(...answers: readonly Answer[]) {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const lastId = String(request.headers["last-event-id"] ?? "")
    asked.push(lastId)
    answers[Math.min(asked.length, answers.length) - 1]!(response, lastId)
  })
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, server, client: createClient(Ticks, { url, retry: 0 }) }
}

/** Sends events, and then ends the connection as the others say. The short `retry` keeps the tests short. */
const ticks =
  (from: number, to: number, end: "cut" | "end" | "over" | "open" = "end", hasIds = true): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write("retry: 5\n\n")
    for (let at = from; at <= to; at++) response.write(`${hasIds ? `id: ${at}\n` : ""}data: {"at":${at}}\n\n`)
    if (end === "over") response.end(": end\n\n")
    else if (end === "end") response.end()
    // `fetch` drops what was not read yet when a connection is cut: the client reads it before.
    else if (end === "cut") setTimeout(() => response.destroy(), 50)
  }
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

async function read(client: Awaited<ReturnType<typeof serve>>["client"], signal?: AbortSignal) {
  const seen: number[] = []
  const { body } = await client.watch(signal === undefined ? {} : { signal }).orThrow()
  const failure = await (async () => {
    for await (const { data } of body) seen.push(data.at)
  })().catch((error: unknown) => error)
  return { seen, failure }
}

describe("a stream of a client", () => {
  it("goes on after the last event when the connection is cut or ended", async () => {
    const { client, asked } = await serve(
      ticks(1, 3, "cut"),
      ticks(4, 4),
      ticks(5, 9, "cut"),
      ticks(10, 10, "over"),
    )
    expect(await read(client)).toEqual({ seen: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], failure: undefined })
    expect(asked).toEqual(["", "3", "4", "9"])
  })

  it("waits for a server that is gone, fails or rejects for now", async () => {
    const { client, asked } = await serve(
      ticks(1, 1),
      (response) => void response.socket!.destroy(),
      status(503, { "retry-after": "0" }),
      status(500),
      status(429),
      ticks(2, 2, "over"),
    )
    expect((await read(client)).seen).toEqual([1, 2])
    expect(asked.slice(1)).toEqual(["1", "1", "1", "1", "1"])
  })

  it("ends with 204, and fails with any other 4xx", async () => {
    const { client, asked } = await serve(ticks(1, 2), status(204))
    expect(await read(client)).toEqual({ seen: [1, 2], failure: undefined })
    expect(asked).toHaveLength(2)
    const refused = await serve(ticks(1, 2), status(401))
    expect(await read(refused.client)).toMatchObject({
      seen: [1, 2],
      failure: { code: "STATUS", status: 401 },
    })
    expect(refused.asked).toHaveLength(2)
  })

  it("gives up after 10 failures in a row", async () => {
    const { client, asked } = await serve(ticks(1, 1), status(503))
    const { seen, failure } = await read(client)
    expect(seen).toEqual([1])
    expect(failure).toMatchObject({ code: "STATUS", status: 503 })
    expect(asked).toHaveLength(11)
  }, 20_000)

  it("begins again if nothing came yet, and fails if events had no ids: nobody knows which came", async () => {
    const idle = await serve(ticks(1, 0, "cut"), ticks(1, 2, "over"))
    expect((await read(idle.client)).seen).toEqual([1, 2])
    const without = await serve(ticks(1, 2, "cut", false))
    expect(await read(without.client)).toMatchObject({ seen: [1, 2], failure: { code: "NETWORK" } })
    expect(without.asked).toHaveLength(1)
  })

  it("is not opened again by a request that changes something", async () => {
    const { client, asked } = await serve(ticks(1, 1, "cut"))
    const { body } = await client.send().orThrow()
    await expect(Array.fromAsync(body)).rejects.toMatchObject({ code: "NETWORK" })
    expect(asked).toHaveLength(1)
  })

  it("ends with its signal, also while it waits, and when its loop is left", async () => {
    for (const answer of [ticks(1, 2, "open"), ticks(1, 2, "end")]) {
      const { client, asked } = await serve(answer, status(503, { "retry-after": "20" }))
      const controller = new AbortController()
      const reading = read(client, controller.signal)
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      setTimeout(() => controller.abort(), 100)
      expect(await reading).toMatchObject({ seen: [1, 2], failure: { code: "ABORTED" } })
    }
    const { client, server } = await serve(ticks(1, 2, "open"))
    const { body } = await client.watch().orThrow()
    for await (const _ of body) break
    await expect.poll(() => new Promise((give) => server.getConnections((_, count) => give(count)))).toBe(0)
  })

  it("sends the new id instead of one that the call began after", async () => {
    const { client, asked } = await serve(ticks(8, 9), ticks(10, 10, "over"))
    const { body } = await client.watch({ headers: { "Last-Event-ID": "7" } }).orThrow()
    await Array.fromAsync(body)
    expect(asked).toEqual(["7", "9"])
  })
})

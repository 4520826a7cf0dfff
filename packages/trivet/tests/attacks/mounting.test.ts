import { toFetch } from "trivet/fetch"
import { serve, type Served } from "trivet/node"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { secrets } from "./attacked-process.ts"
import { createGuardedMounts, guardedPaths, type Reached } from "./mounting/guarded-mounts.ts"
import { RawSocket } from "./raw-socket.ts"
import { spellingsOf } from "../../../tool/src/fuzz/input/spellings-of.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
const others = ["TRACE", "TRACK", "CONNECT", "PROPFIND", "ANY", "any", "get", "BREW"]
const right = "Authorization: Bearer right"
const atOnce = 32

/** Headers by which some servers take another path, method, host or identity for the request's own. */
const tricks = (path: string): readonly string[] => [
  `X-Original-URL: ${path}`,
  `X-Rewrite-URL: ${path}`,
  `X-Forwarded-Path: ${path}`,
  `X-Forwarded-Prefix: ${path}`,
  `X-Forwarded-URI: ${path}`,
  `X-Accel-Redirect: ${path}`,
  `Location: ${path}`,
  "X-HTTP-Method-Override: GET",
  "X-Method-Override: OPTIONS",
  "X-Forwarded-Host: localhost",
  "X-Forwarded-For: 127.0.0.1",
  "X-Forwarded-User: admin",
  "authorization : Bearer right",
  "X-Authorization: Bearer right",
  "Connection: Authorization",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Expect: 100-continue",
  "Origin: http://a\r\nAccess-Control-Request-Method: POST",
]

/** Everything that is sent for a path: the spellings of it, and ways to it and out of it again. */
const targetsOf = (path: string): readonly string[] => [
  path,
  ...spellingsOf(path),
  `${path}/x`,
  `${path}//x`,
  `${path}/%61`,
  // What a URL spells in another way.
  ...['"', "<", "{", "^", "`", "\u00e9", "\u00a0", "a\u0085"].map((odd) => `${path}/${odd}`),
  `${path}/..;/x`,
  `${path}/%2e%2e/open`,
  `${path}/..%2fopen`,
  `/open/..${path}`,
  `/open/%2e%2e${path}`,
  `/open/..%2f${path.slice(1)}`,
  `/open//..${path}`,
  `/open\\..${path}`,
]

let reached: Map<string, Reached>
let served: Served
let handle: ReturnType<typeof toFetch>
let calls = 0
beforeAll(async () => {
  const mounts = await createGuardedMounts()
  reached = mounts.reached
  served = await serve(mounts.app, {
    port: 0,
    host: "127.0.0.1",
    signals: false,
    drainDelay: 0,
    overload: false,
  })
  handle = toFetch(mounts.app)
})
afterAll(() => served.stop())
beforeEach(() => reached.clear())

/** Sends a request line with headers, as they are, on a connection of its own. */
async function send(line: string, headers: readonly string[]): Promise<number | undefined> {
  // Before anything is waited for: so numbers are in the order of the list.
  const call = ++calls
  const socket = await RawSocket.open(served.port)
  const head = [line, ...headers, `X-Call: ${call}`, "Connection: close", "", ""]
  socket.write(head.join("\r\n"))
  const reply = await socket.reply(line.split(" ", 1)[0], 20_000)
  socket.end()
  expect(reply?.text ?? "", line).not.toMatch(secrets)
  return reply?.status
}

/** Sends many, some at once. */
async function sendAll(requests: readonly (readonly [line: string, ...headers: string[]])[]): Promise<void> {
  for (let from = 0; from < requests.length; from += atOnce)
    await Promise.all(requests.slice(from, from + atOnce).map(([line, ...headers]) => send(line, headers)))
}

const unauthorized = () => [...reached.values()].filter(({ authorized }) => !authorized)

describe("attack 82: guarded handlers that are mounted", () => {
  it("have at least 40 spellings, of which each guard rejects the plain one", async () => {
    for (const path of guardedPaths) {
      expect(spellingsOf(path).length).toBeGreaterThanOrEqual(40)
      for (const target of [path, `${path}/`, `${path}/x`])
        expect([401, 500], target).toContain(await send(`GET ${target} HTTP/1.1`, ["Host: a"]))
      expect(await send(`GET ${path} HTTP/1.1`, ["Host: a", right]), path).toBe(200)
    }
    expect(reached.size).toBe(guardedPaths.length)
    expect(unauthorized()).toEqual([])
  })

  it("are not called without credentials, however the path is spelled", async () => {
    const requests = guardedPaths.flatMap((path) =>
      targetsOf(path).flatMap((target, at) =>
        // Every spelling by GET, and by one of the other methods in turn.
        ["GET", methods[at % methods.length]!].map(
          (method) => [`${method} ${target} HTTP/1.1`, "Host: a"] as const,
        ),
      ),
    )
    await sendAll(requests)
    noteFigure(
      "guards",
      `mounted: ${guardedPaths.length} guarded paths, ${requests.length} requests`,
      `${reached.size} handlers run without credentials`,
    )
    expect(reached.size).toBe(0)
  })

  it("are not called without credentials by any method, version, host or header", async () => {
    const requests = guardedPaths.flatMap((path) => [
      ...[...methods, ...others].map((method) => [`${method} ${path} HTTP/1.1`, "Host: a"] as const),
      ...["HTTP/1.0", "HTTP/0.9", "HTTP/2.0"].map((version) => [`GET ${path} ${version}`] as const),
      ...["a/../", "a\\", "u@a", "a#", "a?", "a:1:2", "", "a b", "[::1"].map(
        (host) => [`GET ${path} HTTP/1.1`, `Host: ${host}`] as const,
      ),
      ...tricks(path).flatMap((trick) => [
        [`GET ${path} HTTP/1.1`, "Host: a", trick] as const,
        [`POST /open HTTP/1.1`, "Host: a", "Content-Length: 0", trick] as const,
        [`OPTIONS /open/x HTTP/1.1`, "Host: a", trick] as const,
      ]),
      [`GET ${path}\t HTTP/1.1`, "Host: a"] as const,
      [`GET\t${path} HTTP/1.1`, "Host: a"] as const,
      [`GET ${path}?authorization=Bearer%20right HTTP/1.1`, "Host: a"] as const,
      [`GET ${path}?x#/../open HTTP/1.1`, "Host: a"] as const,
    ])
    await sendAll(requests)
    expect(reached.size).toBe(0)
  })

  it("see the path that the router matched, as it was sent, with credentials", async () => {
    const targets = guardedPaths.flatMap(targetsOf)
    await sendAll(targets.map((target) => [`GET ${target} HTTP/1.1`, "Host: a", right] as const))
    const first = calls - targets.length
    expect(reached.size).toBeGreaterThan(guardedPaths.length * 5)
    for (const [call, { seen, matched }] of reached) {
      expect(seen).toBe(matched)
      // Requests are numbered in the order in which they are sent.
      expect(targets[Number(call) - first - 1]).toContain(seen)
      expect(
        guardedPaths.some((path) => seen === path || seen.startsWith(`${path}/`)),
        seen,
      ).toBe(true)
    }
  })

  it("are as safe behind toFetch(), also where a runtime passes on a URL that nobody normalised", async () => {
    const targets = guardedPaths.flatMap(targetsOf)
    const call = async (url: string, authorization?: string) => {
      const headers = new Headers({
        host: "a",
        "x-call": String(++calls),
        ...(authorization && { authorization }),
      })
      const raw = { url, method: "GET", headers, body: null, signal: new AbortController().signal }
      await (await handle(raw as unknown as Request)).body?.cancel()
      // What the class makes of it; it accepts no user and no password.
      if (URL.canParse(url) && !url.includes("@"))
        await (await handle(new Request(url, { headers }))).body?.cancel()
    }
    for (const target of targets) await call(/^https?:/i.test(target) ? target : `http://a${target}`)
    expect(reached.size).toBe(0)
    for (const target of targets)
      await call(/^https?:/i.test(target) ? target : `http://a${target}`, "Bearer right")
    expect(reached.size).toBeGreaterThan(guardedPaths.length * 5)
    for (const { seen, matched } of reached.values()) {
      expect(seen).toBe(matched)
      expect(
        guardedPaths.some((path) => seen === path || seen.startsWith(`${path}/`)),
        seen,
      ).toBe(true)
    }
  })
})

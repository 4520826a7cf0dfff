import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { Http2Client } from "../testing/http2-client.ts"
import { PrivateHaproxy } from "../testing/private-haproxy.ts"
import { startNginx } from "../testing/private-nginx.ts"
import type { ProxyProcess } from "../testing/proxy-process.ts"
import { type Program, serveProgram } from "../testing/serve-program.ts"

const program = join(import.meta.dirname, "../testing/proxied-program.ts")
const holder = join(import.meta.dirname, "../testing/hold-streams.ts")
const streams = full ? 5_000 : 1_200
const requests = full ? 4_000 : 400

async function startHaproxy(
  one: number,
  two: number,
  changes: readonly (readonly [text: string, replacement: string])[] = [],
): Promise<ProxyProcess> {
  const balancer = await PrivateHaproxy.start(one, two, changes)
  await Promise.all([balancer.untilUp("one"), balancer.untilUp("two")])
  return balancer.process
}

/** Opens event streams in another process: the number of replies by status, and of open streams at the end. */
async function hold(server: ProxyProcess, count: number) {
  const child = spawn(process.execPath, [holder, String(count)], {
    env: { ...process.env, SERVER: JSON.stringify(server) },
    stdio: ["pipe", "pipe", "inherit"],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const read = async () =>
    JSON.parse((await lines.next()).value as string) as Readonly<Record<string, number>>
  const end = () => {
    child.stdin.end()
    return read()
  }
  return { child, statuses: await read(), end }
}

describe.each([
  ["HAProxy", startHaproxy],
  ["nginx", startNginx],
])("%s", { timeout: 300_000 }, (name, startProxy) => {
  const programs: Program[] = []
  let proxy: ProxyProcess
  let client: Http2Client
  let streaming: ChildProcess | undefined
  beforeAll(async () => {
    const variables = { TRUSTED_PROXIES: "127.0.0.1" }
    programs.push(await serveProgram(program, variables), await serveProgram(program, variables))
    proxy = await startProxy(programs[0]!.port, programs[1]!.port)
    client = new Http2Client(proxy)
  })
  afterAll(async () => {
    streaming?.kill("SIGKILL")
    await client?.close()
    await proxy?.stop()
    await Promise.all(programs.map((one) => one.stop()))
  })

  /** Sends plain requests, four at a time; their statuses, and the sorted milliseconds of their replies. */
  async function send(): Promise<{
    readonly statuses: ReadonlySet<number>
    readonly times: readonly number[]
  }> {
    const [statuses, times] = [new Set<number>(), [] as number[]]
    const caller = async () => {
      while (times.length < requests) {
        const sent = performance.now()
        const reply = await client.send("GET", "/echo?at=1")
        await reply.text()
        statuses.add(reply.status)
        times.push(performance.now() - sent)
      }
    }
    await Promise.all([1, 2, 3, 4].map(caller))
    return { statuses, times: times.toSorted((one, other) => one - other) }
  }

  it(`answers plain requests beside ${streams} open event streams`, async () => {
    await send()
    const alone = await send()
    const held = await hold(proxy, streams)
    streaming = held.child
    expect(held.statuses).toEqual({ 200: streams })
    const beside = await send()
    expect(await held.end()).toEqual({ open: streams })

    const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)]!
    const show = (times: readonly number[]) =>
      `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`
    noteFigure(
      "open event streams",
      `2 processes behind ${name}`,
      `${requests} plain requests without streams ${show(alone.times)}, beside ${streams} ${show(beside.times)}`,
    )
    expect([...alone.statuses, ...beside.statuses]).toEqual([200, 200])
    // What waits in a queue of the proxy waits for a second.
    expect(at(beside.times, 0.99)).toBeLessThan(1_000)
    expect(at(beside.times, 0.5)).toBeLessThan(5 * at(alone.times, 0.5) + 20)
  })

  it.runIf(name === "HAProxy")("rejects streams above their limit, and no other request", async () => {
    const [one, two] = programs
    const limit: [string, string] = ["be_conn(streams) ge 7000", "be_conn(streams) ge 20"]
    const balancer = await startHaproxy(one!.port, two!.port, [limit])
    const held = await hold(balancer, 30)
    streaming = held.child
    const { 200: opened = 0, 503: rejected = 0 } = held.statuses
    expect(opened + rejected).toBe(30)
    // Two of its threads may look at the count at the same time.
    expect(opened).toBeGreaterThanOrEqual(20)
    expect(rejected).toBeGreaterThan(0)
    const other = new Http2Client(balancer)
    for (let at = 0; at < 20; at++) expect((await other.send("GET", "/echo?at=1")).status).toBe(200)
    await other.close()
    expect(await held.end()).toEqual({ open: opened })
    await balancer.stop()
  })
})

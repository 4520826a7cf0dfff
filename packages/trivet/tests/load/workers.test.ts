import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { programOf } from "../conformance/runtimes.ts"
import { call, ends, type Fate, openLoop, quantile } from "./open-loop.ts"
import { isAlive, pause, startWork, until, type Work } from "./start-work.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"

const started: Work[] = []
async function start(env: Readonly<Record<string, string>>, run?: readonly string[]): Promise<Work> {
  const work = await startWork(env, run)
  started.push(work)
  return work
}
afterEach(() => killAll(started.splice(0)))

function killAll(works: readonly Work[]): void {
  for (const { pid, workers, signal } of works) {
    if (!isAlive(pid)) continue
    for (const worker of workers()) if (isAlive(worker)) process.kill(worker, "SIGKILL")
    signal("SIGKILL")
  }
}

/** Starts a call that takes long, and waits until a worker handles it. */
async function begin(work: Work, path: string): Promise<{ readonly fate: Promise<Fate> }> {
  const fate = call({ port: work.port, path })
  await work.logged("handling a long call")
  return { fate }
}

const failed = (fates: readonly Fate[]) => fates.filter(({ end }) => end !== 200)
const pidOf = ({ body }: Fate) => (JSON.parse(body) as { pid: number }).pid

describe("a worker that is killed under load", () => {
  it("is replaced, and fails no more requests than it had in flight", async () => {
    const [kills, between] = long ? [12, 5_000] : [2, 500]
    const work = await start({ WORKERS: "2", OVERLOAD: "off" })
    const load = openLoop({ port: work.port, path: "/wait/10" }, long ? 200 : 100)
    await until(() => load.fates.length > 100, "the load is there")
    let inFlight = 0
    for (let kill = 0; kill < kills; kill++) {
      await work.logged("worker replaced", kill)
      const victim = work.workers()[0]!
      // What is sent in the moment that the death takes to be seen may still go to it.
      const sent = load.fates.length + load.open
      inFlight += load.open
      process.kill(victim, "SIGKILL")
      await work.logged("worker died", kill + 1)
      await pause(30)
      inFlight += load.fates.length + load.open - sent
      await pause(between)
    }
    await work.logged("worker replaced", kills)
    const fates = await load.end()
    const took = work.log
      .filter(({ msg }) => msg === "worker replaced")
      .map(({ milliseconds }) => milliseconds!)
    expect(failed(fates).length).toBeLessThanOrEqual(inFlight)
    if (long) expect(Math.max(...took)).toBeLessThan(1_000)
    expect(new Set(fates.filter(({ end }) => end === 200).map(pidOf)).size).toBeGreaterThan(2)
    noteFigure(
      "worker killed (SIGKILL)",
      `${kills} kills, ${fates.length} calls`,
      `${failed(fates).length} failed of ${inFlight} in flight; replaced within ${Math.max(...took)} ms`,
    )
  })
})

describe("a worker whose event loop is blocked", () => {
  it("leaves new connections to the others", async () => {
    const work = await start({ WORKERS: "2" })
    const blocked = await begin(work, "/burn/2000")
    const began = performance.now()
    const fates: Fate[] = []
    while (performance.now() - began < 1_200) {
      fates.push(await call({ port: work.port, path: "/hello" }))
      await pause(10)
    }
    const { end, body } = await blocked.fate
    expect(end).toBe(200)
    expect(ends(fates)).toEqual({ 200: fates.length })
    expect(fates.map(pidOf)).not.toContain((JSON.parse(body) as { pid: number }).pid)
    const p99 = quantile(fates, 0.99)
    if (long) expect(p99).toBeLessThan(100)
    noteFigure("event loop blocked 2 s", "1 of 2 workers", `0 of ${fates.length} calls failed, p99 ${p99} ms`)
  })
})

describe("a worker that hangs for good", () => {
  it("is killed and replaced, and one that is only busy is not", async () => {
    const [timeout, busyFor] = long ? [4_000, 2_000] : [2_500, 700]
    const work = await start({ WORKERS: "2", HANG_TIMEOUT: String(timeout) })
    const [busy, hanging] = [
      await call({ port: work.port, path: `/burn/${busyFor}` }),
      await call({ port: work.port, path: "/burn/600000" }),
    ]
    expect([busy.end, hanging.end]).toEqual([200, "ECONNRESET"])
    expect(hanging.took).toBeGreaterThan(timeout - 1_000)
    const [told] = await work.logged("worker hangs: killing it")
    expect(told).toMatchObject({ level: 50, milliseconds: timeout })
    const [replaced] = await work.logged("worker replaced")
    expect(replaced?.replaces).toBe(told?.worker)
    expect(work.log.filter(({ msg }) => msg === "worker died")).toHaveLength(1)
    noteFigure(
      "worker hangs for good",
      `1 of 2 workers, given ${timeout} ms`,
      `killed after ${(hanging.took / 1_000).toFixed(1)} s, replaced ${replaced?.milliseconds} ms later`,
    )
  })
})

describe("an uncaught exception", () => {
  it.each(["/crash", "/reject"])(
    "is logged, requests in flight are answered, and the worker is replaced: %s",
    async (path) => {
      const work = await start({ WORKERS: "1" })
      const [first] = work.workers()
      const inFlight = await begin(work, "/wait/700?id=a")
      await call({ port: work.port, path })
      expect(await inFlight.fate).toMatchObject({ end: 200, body: `{"pid":${first},"id":"a"}` })
      // Its replacement ends too if it could not share the socket any more, and is replaced itself.
      const ended = () => work.log.find(({ msg, worker }) => msg === "worker died" && worker === first)
      await expect.poll(ended).toMatchObject({ outcome: 1 })
      await work.logged("worker replaced")
      const fatal = work.log.filter(({ level }) => level === 60)
      expect(fatal.map(({ err }) => err?.message)).toEqual([
        path === "/crash" ? "made to crash" : "made to reject",
      ])
      const next = await call({ port: work.port, path: "/hello" })
      expect([next.end, pidOf(next)]).toEqual([200, work.workers()[0]])
      expect(pidOf(next)).not.toBe(first)
    },
  )

  it("ends a process without workers in the same way, with 1", async () => {
    const work = await start({ DRAIN_DELAY: "0" })
    const inFlight = await begin(work, "/wait/500?id=a")
    await call({ port: work.port, path: "/crash" })
    expect((await inFlight.fate).end).toBe(200)
    expect((await work.ended).code).toBe(1)
    expect(work.log.filter(({ level }) => level === 60)).toHaveLength(1)
    noteFigure("uncaught exception", "1 process", "logged, the request in flight answered, exit 1")
  })
})

describe("SIGHUP", () => {
  it("replaces all workers without failing a call, and the port stays ready", async () => {
    const [restarts, perSecond] = long ? [10, 200] : [1, 100]
    const work = await start({ WORKERS: "2", OVERLOAD: "off" })
    const load = openLoop({ port: work.port, path: "/wait/20" }, perSecond, 20)
    const probes = openLoop({ port: work.port, path: "/health/ready", agent: false }, 10)
    const took: number[] = []
    await until(() => load.fates.length > 50, "the load is there")
    for (let restart = 1; restart <= restarts; restart++) {
      const before = work.workers()
      const began = performance.now()
      work.signal("SIGHUP")
      await work.logged("worker exited", restart * 2)
      took.push((performance.now() - began) / 2)
      expect(work.workers().some((pid) => before.includes(pid))).toBe(false)
    }
    const fates = await load.end()
    expect(ends(fates)).toEqual({ 200: fates.length })
    expect(ends(await probes.end())).toEqual({ 200: probes.fates.length })
    expect(new Set(fates.map(pidOf)).size).toBeGreaterThan(restarts)
    if (long) expect(Math.max(...took)).toBeLessThan(10_000)
    const slowest = Math.round(Math.max(...took))
    noteFigure(
      "rolling restart",
      `${restarts} of 2 workers, ${fates.length} calls`,
      `0 failed, each worker replaced and stopped within ${slowest} ms`,
    )
  })
})

describe("the process that watches over workers", () => {
  it("leaves none behind when it is killed, and their calls are answered", async () => {
    const work = await start({ WORKERS: "2" })
    const workers = work.workers()
    const inFlight = await begin(work, "/wait/500?id=a")
    const began = performance.now()
    work.signal("SIGKILL")
    expect((await inFlight.fate).end).toBe(200)
    await until(() => !workers.some(isAlive), "no worker is left")
    noteFigure("primary killed", "2 workers", `none left after ${Math.round(performance.now() - began)} ms`)
  })

  it.each(["SIGTERM", "SIGINT"] as const)(
    "stops all of them on %s, and answers their calls",
    async (signal) => {
      const work = await start({ WORKERS: "2" })
      const workers = work.workers()
      const inFlight = await begin(work, "/wait/500?id=a")
      // As a terminal or a service manager does it: to all of them.
      if (signal === "SIGINT") for (const pid of workers) process.kill(pid, signal)
      work.signal(signal)
      expect((await inFlight.fate).end).toBe(200)
      expect((await work.ended).code).toBe(0)
      expect(workers.some(isAlive)).toBe(false)
      expect(work.log.filter(({ msg }) => msg.startsWith("stop"))).toMatchObject([
        { msg: "stopping", reason: signal, workers: 2 },
        { msg: "stopped" },
      ])
    },
  )

  it("ends at once with all of them on a second signal", async () => {
    const work = await start({ WORKERS: "2", STOP_TIMEOUT: "60000" })
    const workers = work.workers()
    const hanging = await begin(work, "/hang")
    work.signal("SIGTERM")
    await pause(100)
    const began = performance.now()
    work.signal("SIGTERM")
    const { code, at } = await work.ended
    expect(code).toBe(1)
    expect(at - began).toBeLessThan(long ? 2_000 : 50_000)
    await until(() => !workers.some(isAlive), "no worker is left")
    expect((await hanging.fate).end).toBe("ECONNRESET")
  })

  it("cuts off a worker that does not end within its bound, and exits with 1", async () => {
    const work = await start({ WORKERS: "1", STOP_TIMEOUT: "300", DRAIN_DELAY: "0" })
    const blocked = await begin(work, "/burn/90000")
    const began = performance.now()
    work.signal("SIGTERM")
    const { code, at } = await work.ended
    expect(code).toBe(1)
    expect(at - began).toBeLessThan(long ? 8_000 : 80_000)
    expect((await blocked.fate).end).toBe("ECONNRESET")
  })
})

// They wait most of the time, so they do it together.
describe.concurrent("workers that do not start", () => {
  const together: Work[] = []
  const startTogether = async (env: Readonly<Record<string, string>>): Promise<Work> => {
    const work = await startWork(env)
    together.push(work)
    return work
  }
  afterAll(() => killAll(together))

  it("end the program with one fault when even the first does not", async () => {
    const { port, said, ended } = await startTogether({ WORKERS: "2", FAIL: "workers" })
    expect(port).toBe(0)
    expect((await ended).code).toBe(1)
    const text = said.join("\n")
    expect(text.match(/made not to start/g)?.length).toBeGreaterThan(0)
    expect(text.match(/WORKER_NOT_STARTED: 1 worker/g)).toHaveLength(1)
    expect(text).toContain("fix: Read what the worker printed above")
  })

  it("are told of before there is any worker, when the application itself does not start", async () => {
    const { said, log, ended } = await startTogether({ WORKERS: "2", FAIL: "all" })
    expect((await ended).code).toBe(1)
    expect(said.join("\n").match(/^\d\. START_FAILED/gm)).toHaveLength(1)
    expect(log).toEqual([])
  })

  it("are tried again with longer pauses, and given up with exit 1 when nobody serves any more", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trivet-load-"))
    const file = join(folder, "fail")
    const work = await startTogether({ WORKERS: "1", FAIL_WITH: file })
    writeFileSync(file, "")
    process.kill(work.workers()[0]!, "SIGKILL")
    expect((await work.ended).code).toBe(1)
    rmSync(folder, { recursive: true })
    const pauses = work.log.filter(({ msg }) => msg === "worker died").map((line) => line.next_in!)
    // The first had served, for long enough or not.
    const longer = [100, 200, 400, 800, 1_600, 3_200, 5_000]
    expect(pauses).toEqual(pauses[0] === 0 ? [0, ...longer.slice(0, 6)] : longer)
    expect(work.log.at(-1)).toMatchObject({ level: 60 })
    expect(work.log.at(-1)!.msg).toContain("6 worker(s) in a row stopped before serving")
    noteFigure(
      "crash loop",
      "6 workers that do not start",
      `pauses of ${pauses.slice(0, -1).join(", ")} ms, then exit 1`,
    )
  })

  it("wait longer each time when they die soon after they have begun to serve", async () => {
    const work = await startTogether({ WORKERS: "1", DIE: "workers" })
    const died = await work.logged("worker died", 4)
    expect(died.slice(0, 4).map((line) => line.next_in)).toEqual([100, 200, 400, 800])
  })
})

describe("other runtimes", () => {
  it("Node 24 shares a port, restarts and stops in the same way", async () => {
    const work = await start({ WORKERS: "2" }, [programOf("use-node", "node", "24")])
    // So few connections that each is used again, and told to close, before its worker stops.
    const load = openLoop({ port: work.port, path: "/wait/10" }, 50, 5)
    await until(() => load.fates.length > 15, "the load is there")
    work.signal("SIGHUP")
    await work.logged("worker exited", 2)
    const fates = await load.end()
    expect(ends(fates)).toEqual({ 200: fates.length })
    expect(new Set(fates.map(pidOf)).size).toBeGreaterThan(1)
    work.signal("SIGTERM")
    expect((await work.ended).code).toBe(0)
  })

  it.each([
    ["Bun", ["use-bun", "bun"], []],
    ["Deno", ["use-deno", "deno"], ["run", "--allow-all"]],
  ] as const)("%s serves in one process, and says so", async (name, [script, program], args) => {
    const work = await start({ WORKERS: "2", DRAIN_DELAY: "0" }, [programOf(script, program), ...args])
    const fate = await call({ port: work.port, path: "/hello" })
    expect([fate.end, pidOf(fate)]).toEqual([200, work.pid])
    expect(work.log.map(({ msg }) => msg)).toEqual([`workers need Node: on ${name} one process serves`])
  })
})

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type Lane, WorkQueue } from "./work-queue.ts"

/** Work that runs until it is told to end, and what has been begun, in order. */
class Works {
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()
  readonly queue: WorkQueue
  full = 0

  constructor(atOnce: number, waiting = 100) {
    this.queue = new WorkQueue({ atOnce, waiting, onFull: () => this.full++ })
  }

  /** Gives the name when the work has ended, and the status where it is rejected. */
  add(lane: Lane, name: string, signal?: AbortSignal): Promise<string | number> {
    const work = () => {
      this.begun.push(name)
      return new Promise<string>((end) => this.#ends.set(name, () => end(name)))
    }
    return this.queue
      .run({ lane, signal, work })
      .catch((error: unknown) => (error as { status: number }).status)
  }

  /** Ends a work that was begun, and waits until the next has been. */
  async end(name: string): Promise<void> {
    this.#ends.get(name)!()
    await sleep(0)
  }

  /** Ends everything, one after the other, in the order in which it was begun. */
  async endAll(): Promise<readonly string[]> {
    for (let at = 0; at < this.begun.length; at++) await this.end(this.begun[at]!)
    return this.begun
  }
}

describe("WorkQueue", () => {
  it("runs so many at once, in the order in which they came, also after a failure", async () => {
    const queue = new WorkQueue({ atOnce: 2, waiting: 100 })
    let [running, most] = [0, 0]
    const order: number[] = []
    const works = Array.from({ length: 20 }, (_, at) =>
      queue.run({
        lane: "login",
        work: async () => {
          order.push(at)
          most = Math.max(most, ++running)
          await new Promise((go) => setTimeout(go, 1))
          running--
          if (at % 3 === 0) throw new Error("failed")
        },
      }),
    )
    await Promise.allSettled(works)
    expect(most).toBe(2)
    expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })

  it("has both lanes take turns where both wait", async () => {
    const works = new Works(1)
    for (const name of ["n1", "n2", "n3", "n4"]) void works.add("new", name)
    for (const name of ["l1", "l2", "l3"]) void works.add("login", name)
    expect(await works.endAll()).toEqual(["n1", "l1", "n2", "l2", "n3", "l3", "n4"])
  })

  it("keeps a place for logins where more than one runs, and gives all of them to logins", async () => {
    const works = new Works(3)
    for (const name of ["n1", "n2", "n3"]) void works.add("new", name)
    expect(works.begun).toEqual(["n1", "n2"])
    void works.add("login", "l1")
    expect(works.begun).toEqual(["n1", "n2", "l1"])
    await works.end("l1")
    expect(works.begun).toEqual(["n1", "n2", "l1"])
    await works.end("n1")
    expect(works.begun).toEqual(["n1", "n2", "l1", "n3"])

    const logins = new Works(3)
    for (const name of ["l1", "l2", "l3"]) void logins.add("login", name)
    expect(logins.begun).toEqual(["l1", "l2", "l3"])
  })

  it("rejects with 503 what a full lane has no room for, and the other lane goes on", async () => {
    const works = new Works(1, 2)
    const added = ["n1", "n2", "n3", "n4"].map((name) => works.add("new", name))
    expect(await added[3]).toBe(503)
    expect([works.full, works.queue.waiting("new")]).toEqual([1, 2])
    void works.add("login", "l1")
    void works.add("login", "l2")
    expect(await works.add("login", "l3")).toBe(503)
    expect(await works.endAll()).toEqual(["n1", "l1", "n2", "l2", "n3"])
  })

  it("drops at once what nobody waits for any more, and begins it never", async () => {
    const works = new Works(1, 2)
    const client = new AbortController()
    void works.add("new", "n1")
    const left = [works.add("new", "n2", client.signal), works.add("new", "n3", client.signal)]
    expect(await works.add("new", "n4")).toBe(503)
    client.abort()
    expect(await Promise.all(left)).toEqual([499, 499])
    expect(works.queue.waiting("new")).toBe(0)
    void works.add("new", "n5")
    expect(await works.add("new", "n6", client.signal)).toBe(499)
    expect(await works.endAll()).toEqual(["n1", "n5"])
  })

  it("finishes work that had started before the client disconnected, then frees its place", async () => {
    const works = new Works(1)
    const client = new AbortController()
    const begun = works.add("login", "l1", client.signal)
    const waiting = works.add("login", "l2", client.signal)
    void works.add("login", "l3")
    client.abort()
    expect(await waiting).toBe(499)
    expect(works.begun).toEqual(["l1"])
    await works.end("l1")
    expect(await begun).toBe("l1")
    expect(works.begun).toEqual(["l1", "l3"])
  })
})

import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { quantile } from "../../../../bench/figures.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { bufferedBytes, type Published, type ServerTask } from "./full-room/tasks.ts"
import { openRaw } from "./handshake.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"
const readers = 100
const [rounds, messages] = long ? [30, 400] : [5, 80]
/** A message in so many milliseconds. */
const every = 5

/**
 * Of the p99 of each round. Other work on a busy machine makes single rounds slow, some of them by 200 ms; a server that
 * waits for its slowest reader makes all of them slow. Few rounds are therefore judged by the better ones.
 */
const typical = (p99s: readonly number[]) => quantile(p99s, long ? 0.5 : 0.25)

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
})

function start(name: string, ...args: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, `full-room/${name}.ts`), args, {
    execArgv: ["--conditions=@trivet/source"],
  })
  children.push(child)
  return child
}

/** Gives a process a task, if there is one, and waits for its next message; fails if it ends. */
async function answer<T>(child: ChildProcess, task?: ServerTask | number): Promise<T> {
  const over = new AbortController()
  const ended = once(child, "exit", over).then(([code]) => {
    throw new Error(`a process ended with ${String(code)}`)
  })
  const answered = once(child, "message", over) as Promise<[T]>
  if (task !== undefined) child.send(task)
  try {
    return (await Promise.race([answered, ended]))[0]
  } finally {
    over.abort()
  }
}

/** A room with readers that read, each in a process apart from the server's. */
async function openRoom() {
  const server = start("server")
  const port = await answer<number>(server)
  const others = start("readers", `ws://127.0.0.1:${port}/room`, String(readers))
  await answer(others)
  return {
    /** Publishes beside so many readers that do not read, and gives the p99 of the others. */
    round: async (deaf: number): Promise<{ readonly p99: number; readonly mostWaiting: number }> => {
      const slow = await Promise.all(Array.from({ length: deaf }, () => openRaw(port, "/slow")))
      for (const one of slow) one.pause()
      await answer(server, { stall: deaf })
      const arrived = answer<number[]>(others, messages)
      const published = await answer<Published>(server, { publish: messages, every })
      expect(published.stalled).toBe(deaf)
      const latencies = await arrived
      expect(latencies).toHaveLength(messages * readers)
      for (const one of slow) one.end()
      await answer(server, { stall: 0 })
      return { p99: quantile(latencies, 0.99), mostWaiting: published.mostWaiting }
    },
  }
}

describe("readers of a full room that do not read", () => {
  it("leave the latency of the others as it is, and have little kept for them", async () => {
    const { round } = await openRoom()
    const kinds = [0, 1, 5]
    const p99s = new Map<number, number[]>(kinds.map((deaf) => [deaf, []]))
    // What comes before compiles the server's code.
    for (const deaf of kinds) await round(deaf)
    for (let at = 0; at < rounds; at++)
      // One kind after the other, so that each has the same noise of the machine.
      for (const deaf of at % 2 === 0 ? kinds : kinds.toReversed()) {
        const { p99, mostWaiting } = await round(deaf)
        p99s.get(deaf)!.push(p99)
        // A stalled client has at least half of what it may have, and a message may come on top.
        expect(mostWaiting).toBeLessThan(bufferedBytes + 70_000)
      }
    const [none, one, five] = kinds.map((deaf) => typical(p99s.get(deaf)!)) as [number, number, number]
    noteFigure(
      "readers of a room that do not read",
      `${readers} others, ${1000 / every} messages a second, ${rounds} rounds`,
      `p99 of the others ${none.toFixed(1)} ms without, ${one.toFixed(1)} ms beside one, ${five.toFixed(1)} ms beside five`,
    )
    const most = long ? none * 1.25 + 2 : none * 2 + 50
    expect(one).toBeLessThan(most)
    expect(five).toBeLessThan(most)
  })
})

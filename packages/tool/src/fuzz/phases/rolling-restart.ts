import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { FuzzCall, ReadyCall } from "../call/fuzz-call.ts"
import { parseReply } from "../call/http-reply.ts"
import { bytesOf, open } from "../call/wire.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { type FuzzTarget, routeTitle } from "../target/fuzz-target.ts"
import { isEnding } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"
import { callHeader, reportedPrefix } from "../program/fuzz-message.ts"

/** Milliseconds within which a program must stop: the default of `serve()`, and a margin. */
const longest = 12_000

/** The time that replacing a program takes in milliseconds, estimated from its start time. */
export function timeToReplace({ replace, startTime = 0 }: FuzzTarget): number {
  return replace === undefined ? 0 : startTime + 1_000
}

/** Replaces the program while calls are in progress: every accepted call must get a complete reply. */
export const rollingRestart: Phase = {
  name: "rolling restart",
  // Its time is reserved separately: see timeToReplace().
  share: 0,
  // Includes waiting for a program that does not stop.
  grace: longest + 3_000,
  run: async (input) => {
    const { field, report, end } = input
    const { target } = field
    if (target.replace === undefined) return "only for a program in a process of its own: `trivet fuzz`"
    const needed = timeToReplace(target)
    if (end - performance.now() < needed)
      return `the time was over: it takes about ${Math.ceil(needed / 1000)} s`
    const results = new Map<string, { readonly title: string; whole: boolean }>()
    const stop = { stopped: false }
    const loads = [light(input, results, stop), light(input, results, stop), ...slowBodies(input, results)]
    await sleep(150)
    const { took, outcome, accepted } = await target.replace(longest + 1_000)
    stop.stopped = true
    await Promise.all(loads)
    // The new process has its own memory: accounts of the old one may be missing.
    const lost = [...accepted].filter((id) => results.get(id)?.whole === false)
    const problems: FuzzProblem[] = []
    if (lost.length > 0) {
      const routes = [...new Set(lost.map((id) => results.get(id)!.title))]
      const evidence = `${lost.length} of ${accepted.size} accepted calls got no whole reply: ${routes.slice(0, 5).join(", ")}`
      problems.push({
        kind: "restart",
        route: routes[0]!,
        title: "calls are cut off when the program stops",
        evidence,
      })
    }
    if (took > longest || outcome === "SIGKILL") {
      const evidence = `${Math.round(took)} ms after SIGTERM`
      problems.push({
        kind: "restart",
        route: "all",
        title: `the program does not stop within ${longest / 1000} s`,
        evidence,
      })
    } else if (outcome !== 0 && outcome !== "SIGTERM") {
      const evidence = `it ended with ${outcome} after SIGTERM`
      problems.push({ kind: "restart", route: "all", title: "the program fails while it stops", evidence })
    }
    for (const problem of problems) await report(problem, { phase: rollingRestart.name })
    return undefined
  },
}

type Results = Map<string, { readonly title: string; whole: boolean }>

let count = 0

/** One call after the other, each on its own connection. */
async function light(
  { field, knowledge }: PhaseInput,
  results: Results,
  stop: { readonly stopped: boolean },
): Promise<void> {
  const good = knowledge.session.exchanges.filter(
    ({ reply, call }) => call.method === "GET" && reply !== undefined && reply.status < 400,
  )
  const calls = good.length > 0 ? good.map(({ call, ready }) => ({ call, ready })) : []
  for (let at = 0; !stop.stopped && calls.length > 0; at++) {
    const { call, ready } = calls[at % calls.length]!
    await whole(field.target.port, call, ready, results)
    await sleep(10)
  }
}

/** Calls whose bodies arrive slowly: the program has accepted them when it is asked to stop. */
function slowBodies({ field, knowledge }: PhaseInput, results: Results): readonly Promise<void>[] {
  const good = knowledge.session.exchanges.filter(
    ({ ready, reply, call }) =>
      ready.body !== undefined && reply !== undefined && reply.status < 500 && !isEnding(call),
  )
  const unique = new Map(good.map((one) => [routeTitle(one.call), one]))
  return [...unique.values()].slice(0, 8).map(({ call, ready }) =>
    // Larger than what a server reads with the head: trailing white space of JSON, or a form field.
    whole(
      field.target.port,
      call,
      {
        ...ready,
        body: `${ready.body}${call.form === undefined ? " ".repeat(400) : `&xq7z=${"x".repeat(400)}`}`,
      },
      results,
      600,
    ),
  )
}

async function whole(
  port: number,
  call: FuzzCall,
  ready: ReadyCall,
  results: Results,
  pause = 0,
): Promise<void> {
  const id = `${reportedPrefix}${count++}`
  const entry = { title: routeTitle(call), whole: false }
  const socket = await open(port)
  if (socket === undefined) return
  results.set(id, entry)
  const bytes = bytesOf({ ...ready, headers: { ...ready.headers, [callHeader]: id, connection: "close" } })
  const half = pause === 0 ? bytes.length : bytes.length - 200
  socket.write(bytes.subarray(0, half))
  const reply = replyOf(socket, call.method)
  if (pause > 0) {
    await sleep(pause)
    socket.write(bytes.subarray(half))
  }
  entry.whole = await reply
  socket.destroy()
}

/** Whether a complete reply arrives. */
function replyOf(socket: Socket, method: string): Promise<boolean> {
  return new Promise((give) => {
    let received = Buffer.alloc(0)
    const timer = setTimeout(() => give(false), 15_000)
    const read = (closed: boolean) => {
      const isWhole = parseReply(received, method, closed) !== undefined
      if (!isWhole && !closed) return
      clearTimeout(timer)
      give(isWhole)
    }
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      read(false)
    })
    socket.on("close", () => read(true))
  })
}

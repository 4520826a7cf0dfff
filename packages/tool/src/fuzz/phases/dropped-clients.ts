import { setTimeout as sleep } from "node:timers/promises"
import { readyCall } from "../call/fuzz-call.ts"
import { Session } from "../call/session.ts"
import { bytesOf, open } from "../call/wire.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import { inLanes } from "../in-lanes.ts"
import { isEnding } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"

/**
 * How many clients of each call disconnect: more than a pool has connections, even if only some do so during the call.
 */
const clientsPerCall = 40
const fewestClients = 300
/** The maximum time in milliseconds before a client disconnects. */
const longestStay = 200

/** Clients disconnect during a request or a reply. Afterwards the application must answer as before. */
export const droppedClients: Phase = {
  name: "dropped clients",
  share: 0.06,
  run: async (input) => {
    const { field, deadline, report } = input
    const { target } = field
    const requests = requestsOf(input)
    if (requests.length === 0) return "no route was answered with success"
    const before = await target.connections()
    const tasks = Array.from(
      { length: Math.max(fewestClients, clientsPerCall * requests.length) },
      (_, at) => [requests[at % requests.length]!, Math.floor(at / requests.length)] as const,
    )
    let clients = 0
    await inLanes(tasks, 20, deadline, ([request, at]) => {
      clients++
      return drop(target.port, request, at)
    })
    await sleep(200)
    const slow = await findSlow(input, clients)
    if (slow !== undefined) await report({ kind: "dropped-clients", ...slow }, { phase: droppedClients.name })
    const left = await settled(() => target.connections(), before + 4)
    if (left > before + 4) {
      const evidence = `${before} connections before, ${left} after ${clients} clients were gone for 3 s`
      const title = "connections of clients that are gone stay open"
      await report({ kind: "dropped-clients", route: "all", title, evidence }, { phase: droppedClients.name })
    }
    return undefined
  },
}

interface Request {
  readonly bytes: Buffer
  /** The shortest time of its reply, in milliseconds. */
  readonly ms: number
}

/** Valid calls as bytes. */
function requestsOf({ field, knowledge }: PhaseInput): readonly Request[] {
  const { exchanges } = knowledge.session
  const good = exchanges.filter(
    ({ reply, call }) => reply !== undefined && reply.status < 400 && !isEnding(call),
  )
  const unique = new Map(good.map((one) => [routeTitle(one.call), one]))
  const msOf = (title: string) =>
    Math.min(...good.filter(({ call }) => routeTitle(call) === title).map(({ reply }) => reply!.ms))
  const whole = [...unique].map(([title, { ready }]) => ({ bytes: bytesOf(ready), ms: msOf(title) }))
  const unfinished = field.target.routes
    .filter(({ method }) => method === "POST")
    .slice(0, 5)
    .map(({ path }) => readyCall({ method: "POST", path, text: "{}" }, () => undefined))
  return [...whole, ...unfinished.map((ready) => ({ bytes: bytesOf(ready, 1_000), ms: 7 }))]
}

/** Sends a part of a request, or all of it, and disconnects at some moment, usually during the call. */
async function drop(port: number, { bytes, ms }: Request, at: number): Promise<void> {
  const socket = await open(port)
  if (socket === undefined) return
  const [isWhole, awaitsReply] = [at % 5 !== 0, at % 5 === 4]
  socket.write(isWhole ? bytes : bytes.subarray(0, Math.floor(bytes.length * 0.7)))
  const replied = new Promise((wake) => socket.once("data", wake))
  if (awaitsReply) await Promise.race([replied, sleep(Math.min(20 + ms, longestStay))])
  else if (isWhole) await sleep(Math.min((ms * (at % 7)) / 7, longestStay))
  socket.destroy()
}

/** Whether a valid call now takes more than a second, twice in a row. */
async function findSlow(
  { field, knowledge }: PhaseInput,
  clients: number,
): Promise<{ readonly route: string; readonly title: string; readonly evidence: string } | undefined> {
  for (const [route, call] of knowledge.samples) {
    if (isEnding(call) || !knowledge.succeeded.has(route) || call.method !== "GET") continue
    const times: number[] = []
    for (const _ of [1, 2]) {
      const { reply } = await new Session(field, knowledge.session).send(call, 2_000)
      times.push(reply?.ms ?? Infinity)
      if (times.at(-1)! < 1_000) break
    }
    if (times.length === 2 && times.every((ms) => ms >= 1_000)) {
      const evidence = `${clients} clients went away in the middle of calls; then: ${times.map((ms) => (ms === Infinity ? "no reply" : `${Math.round(ms)} ms`)).join(", ")}`
      return { route, title: "is not answered within a second after clients went away", evidence }
    }
  }
  return undefined
}

async function settled(ask: () => Promise<number>, most: number): Promise<number> {
  let count = await ask()
  for (let at = 0; at < 30 && count > most; at++) {
    await sleep(100)
    count = await ask()
  }
  return count
}

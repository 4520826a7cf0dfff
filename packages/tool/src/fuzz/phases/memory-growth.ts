import type { FuzzCall } from "../call/fuzz-call.ts"
import { Session } from "../call/session.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import { inLanes } from "../in-lanes.ts"
import { parametersOf } from "../input/build-call.ts"
import { isHeavy } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"

const rounds = 6
const callsPerRound = 300
/** Rounds that fill caches and compile code. */
const warmUp = 2
/** The number of rounds for a single route. */
const routeRounds = 4
const callsPerRouteRound = 80

/** Sends the same calls in rounds. If the heap grows from round to round, memory is retained for each call. */
export const memoryGrowth: Phase = {
  name: "memory",
  share: 0.15,
  run: async (input) => {
    const { field, deadline } = input
    const { leastGrowth } = field.target
    if ((await field.target.memory()) === undefined) return "needs node --expose-gc"
    const calls = readingCalls(input)
    if (calls.length === 0) return "no route was answered with success"
    const began = performance.now()
    for (const _ of Array.from({ length: warmUp })) await round(input, calls, callsPerRound)
    const msPerCall = (performance.now() - began) / (warmUp * callsPerRound)
    // A partial measurement is useless: if time is short, each round has fewer calls.
    const fitting = Math.floor((deadline - performance.now()) / (rounds + 1) / msPerCall)
    const count = Math.min(callsPerRound, fitting)
    const heaps = await measure(input, calls, rounds, count)
    if (heaps.length < 4) return "the time was over before memory was measured"
    // One of many routes may leak: its growth is a part of the total.
    if (!isGrowing(heaps, (leastGrowth / calls.length) * count)) return undefined
    for (const call of calls) {
      if (performance.now() > deadline) return "the time was over before memory was measured route by route"
      await measureRoute(call, input)
    }
    return undefined
  },
}

/**
 * Measures a single route, and again if its heap grows, so that a cache that is still filling is not reported as a
 * leak.
 */
async function measureRoute(call: FuzzCall, input: PhaseInput): Promise<void> {
  const { field, report } = input
  const least = field.target.leastGrowth
  let heaps: readonly number[] = []
  for (const times of [2, routeRounds, routeRounds]) {
    heaps = await measure(input, [call], times, callsPerRouteRound)
    // Two measurements are enough to skip most routes. One of them may be off, so only half of the growth is required.
    const grows =
      times === 2
        ? slopeOf(heaps) > (least * callsPerRouteRound) / 2
        : isGrowing(heaps, least * callsPerRouteRound)
    if (!grows) return
  }
  const bytes = Math.round(slopeOf(heaps) / callsPerRouteRound)
  const shown = heaps.map((one) => (one / 1e6).toFixed(2)).join(", ")
  const title = "keeps memory for each call"
  const evidence = `about ${bytes} bytes a call; MB after each ${callsPerRouteRound} calls: ${shown}`
  await report({ kind: "memory", route: routeTitle(call), title, evidence }, { phase: memoryGrowth.name })
}

/** Calls that create nothing: memory they retain is a leak. */
function readingCalls({ knowledge }: PhaseInput): readonly FuzzCall[] {
  const good = [...knowledge.samples].flatMap(([route, call]) =>
    call.method === "GET" && knowledge.succeeded.has(route) && !isHeavy(call, knowledge) ? [call] : [],
  )
  const rejected = [...knowledge.samples.values()].filter(({ method }) => method === "POST")
  return [
    ...good,
    ...good.filter(({ path }) => parametersOf(path).length > 0).map(withNewIds),
    ...rejected.slice(0, 3).map(withBrokenBody),
  ]
}

function withBrokenBody(call: FuzzCall): FuzzCall {
  const { json: _, form: __, ...rest } = call
  return { ...rest, text: "[" }
}

const newId = "xq7z"

function withNewIds(call: FuzzCall): FuzzCall {
  const names = parametersOf(call.path)
  return { ...call, params: Object.fromEntries(names.map((name) => [name, newId])) }
}

let made = 0

/** A call with its own ids and query, so that memory retained by key grows too. */
function varied(call: FuzzCall): FuzzCall {
  const id = (made++).toString(36)
  const params = Object.entries(call.params ?? {}).map(([name, text]) => [
    name,
    text === newId ? newId + id : text,
  ])
  const filled = Object.fromEntries(params) as Record<string, string>
  return { ...call, params: filled, query: { ...call.query, [newId]: id } }
}

async function round(
  { field, knowledge, deadline }: PhaseInput,
  calls: readonly FuzzCall[],
  count: number,
): Promise<void> {
  const tasks = Array.from({ length: count }, (_, at) => calls[at % calls.length]!)
  await inLanes(tasks, 4, deadline, (call) => new Session(field, knowledge.session).sendOnly(varied(call)))
}

/** The heap after each round. */
async function measure(
  input: PhaseInput,
  calls: readonly FuzzCall[],
  times: number,
  count: number,
): Promise<readonly number[]> {
  const heaps: number[] = []
  for (let at = 0; at < times && performance.now() < input.deadline; at++) {
    await round(input, calls, count)
    const bytes = await input.field.target.memory()
    if (bytes !== undefined) heaps.push(bytes)
  }
  return heaps
}

/** Whether nearly every measurement is higher than the previous one, with an average growth of at least `least`. */
function isGrowing(heaps: readonly number[], least: number): boolean {
  const steps = heaps.slice(1).map((bytes, at) => bytes - heaps[at]!)
  const falling = steps.filter((step) => step <= 0).length
  return steps.length >= 3 && falling <= (steps.length > 3 ? 1 : 0) && slopeOf(heaps) >= least
}

/** The growth per measurement: the median of the slopes between all pairs (Theil-Sen), which is robust to outliers. */
function slopeOf(heaps: readonly number[]): number {
  const slopes = heaps.flatMap((later, at) =>
    heaps.slice(0, at).map((earlier, before) => (later - earlier) / (at - before)),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

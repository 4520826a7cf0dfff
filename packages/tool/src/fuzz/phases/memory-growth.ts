import { Session } from "../call/session.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { inLanes } from "../in-lanes.ts"
import { parametersOf } from "../input/build-call.ts"
import { finestGrowth } from "../fuzz-target.ts"
import { isHeavy } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"

const rounds = 6
const callsPerRound = 300
/** Rounds that fill caches and compile code. */
const warmUp = 3

/** Sends the same calls in rounds. If the heap grows from round to round, something is kept for each call. */
export const memoryGrowth: Phase = {
  name: "memory",
  share: 0.15,
  run: async (input) => {
    const { field, deadline, report } = input
    if ((await field.target.memory()) === undefined) return "needs node --expose-gc"
    const calls = readingCalls(input)
    if (calls.length === 0) return "no route was answered with success"
    for (const _ of Array.from({ length: warmUp })) await round(input, calls)
    const first = await measure(input, calls)
    if (first.length < 5) return "the time was over before memory was measured"
    const { leastGrowth } = field.target
    if (!isGrowing(first, leastGrowth)) return noteOf(leastGrowth)
    // Once more, so that a cache which was still being filled is no leak.
    const second = await measure({ ...input, deadline: deadline + 10_000 }, calls)
    if (!isGrowing(second, leastGrowth)) return noteOf(leastGrowth)
    const slope = Math.round(slopeOf(second))
    const shown = second.map((bytes) => (bytes / 1e6).toFixed(2)).join(", ")
    const title = `the heap grows by about ${slope} bytes with each call`
    const evidence = `MB after each ${callsPerRound} calls of ${calls.length} routes: ${shown}`
    await report({ kind: "memory", route: "all", title, evidence }, { phase: memoryGrowth.name })
    return undefined
  },
}

function noteOf(leastGrowth: number): string | undefined {
  return leastGrowth <= finestGrowth
    ? undefined
    : `growth counts from ${leastGrowth} bytes a call: PGlite, or this process, keeps some itself`
}

/** Calls that create nothing: what they leave behind was kept by mistake. */
function readingCalls({ knowledge }: PhaseInput): readonly FuzzCall[] {
  const good = [...knowledge.samples].filter(
    ([route, call]) => call.method === "GET" && knowledge.succeeded.has(route) && !isHeavy(call, knowledge),
  )
  const rejected = [...knowledge.samples.values()].filter(
    ({ method }) => method === "POST" || method === "PUT",
  )
  return [
    ...good.map(([, call]) => call),
    ...good
      .map(([, call]) => call)
      .filter(({ path }) => parametersOf(path).length > 0)
      .map(withNewIds),
    ...rejected.slice(0, 4).map(({ method, path, headers, as }) => ({
      method,
      path,
      ...(headers && { headers }),
      ...(as !== undefined && { as }),
      text: "[",
    })),
  ]
}

function withNewIds(call: FuzzCall): FuzzCall {
  const names = parametersOf(call.path)
  return { ...call, params: Object.fromEntries(names.map((name) => [name, "xq7z"])) }
}

let made = 0

/** A call with ids and a query of its own: what is kept by them grows too. */
function varied(call: FuzzCall): FuzzCall {
  const id = (made++).toString(36)
  const params = Object.entries(call.params ?? {}).map(([name, text]) => [
    name,
    text === "xq7z" ? `xq7z${id}` : text,
  ])
  return {
    ...call,
    params: Object.fromEntries(params) as Record<string, string>,
    query: { ...call.query, xq7z: id },
  }
}

async function round({ field, knowledge, deadline }: PhaseInput, calls: readonly FuzzCall[]): Promise<void> {
  const tasks = Array.from({ length: callsPerRound }, (_, at) => calls[at % calls.length]!)
  await inLanes(tasks, 4, deadline, (call) => new Session(field, knowledge.session).send(varied(call)))
}

async function measure(input: PhaseInput, calls: readonly FuzzCall[]): Promise<readonly number[]> {
  const heaps: number[] = []
  for (let at = 0; at < rounds && performance.now() < input.deadline; at++) {
    await round(input, calls)
    const bytes = await input.field.target.memory()
    if (bytes !== undefined) heaps.push(bytes)
  }
  return heaps
}

/** Whether nearly every round ends higher than the one before, by enough for each call. */
export function isGrowing(heaps: readonly number[], leastPerCall: number): boolean {
  const steps = heaps.slice(1).map((bytes, at) => bytes - heaps[at]!)
  const rising = steps.filter((step) => step > 0).length
  return steps.length >= 4 && rising >= steps.length - 1 && slopeOf(heaps) > leastPerCall
}

/** Bytes per call: the median of the slopes between all pairs of rounds, which one odd round does not move. */
export function slopeOf(heaps: readonly number[]): number {
  const slopes = heaps.flatMap((later, at) =>
    heaps.slice(0, at).map((earlier, before) => (later - earlier) / (at - before) / callsPerRound),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

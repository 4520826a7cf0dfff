import type { Caller } from "./caller.ts"
import type { HeldOperation } from "./operation-gate.ts"
import type { SimulatedFailure } from "./simulate-options.ts"

/** What a simulation can do next. */
export interface Step {
  /** Identifies it in the order of a run: `A begin`, `A2 run`, `A2 reply`, `crash`. */
  readonly key: string
  /** `undefined` if it concerns the whole application. */
  readonly caller: Caller | undefined
  /** `undefined` if nothing fails. */
  readonly failure?: SimulatedFailure
  readonly held?: HeldOperation
}

const hours = [1, 24]

/** The steps that are possible now, in a fixed order. */
export function stepsOf(
  callers: readonly Caller[],
  held: readonly HeldOperation[],
  failures: readonly SimulatedFailure[],
): readonly Step[] {
  const begins = callers.flatMap((caller) =>
    caller.hasBegun ? [] : [{ key: `${caller.letter} begin`, caller }],
  )
  const moves = held.flatMap((one) => {
    const key = `${one.caller.letter}${one.number}`
    if (one.state === "runs") return []
    return [{ key: `${key} ${one.state === "waits" ? "run" : "reply"}`, caller: one.caller, held: one }]
  })
  const found = failures.flatMap((failure) => failuresOf(failure, callers, held))
  return [...begins, ...moves, ...found]
}

function failuresOf(
  failure: SimulatedFailure,
  callers: readonly Caller[],
  held: readonly HeldOperation[],
): readonly Step[] {
  if (failure === "crash")
    return callers.some(({ isLive }) => isLive) ? [{ key: "crash", caller: undefined, failure }] : []
  if (failure === "clock")
    return hours.map((count) => ({ key: `clock ${count} h`, caller: undefined, failure }))
  if (failure === "clientGone")
    return callers
      .filter(({ requests }) => requests.size > 0)
      .map((caller) => ({ key: `${caller.letter} leave`, caller, failure }))
  const [state, verb] = failure === "error" ? (["waits", "fail"] as const) : (["ended", "lose"] as const)
  return held
    .filter((one) => one.state === state && one.operation.lost !== undefined)
    .map((one) => ({
      key: `${one.caller.letter}${one.number} ${verb}`,
      caller: one.caller,
      held: one,
      failure,
    }))
}

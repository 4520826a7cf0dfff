import type { ReplyProblem } from "trivet/testing"
import type { CallOutcome, SimulatedCall } from "./simulate-options.ts"

/** A request that a client waits for. */
export interface OpenRequest {
  /** Disconnects the client. */
  leave(): void
}

/** One call of a simulation, and how far it is. */
export class Caller {
  readonly index: number
  /** In keys of steps and in the story: `A`, `B`. */
  readonly letter: string
  readonly run: SimulatedCall
  readonly requests: Set<OpenRequest> = new Set()
  /** The operations that it has begun. */
  operations = 0
  /** Its work that the simulation does not control: hashes, waits for a connection. */
  elsewhere = 0
  hasBegun = false
  /** Whether it waits for something in this process, such as another call. */
  isDormant = false
  outcome: CallOutcome | undefined
  /** Whether the story has its outcome. */
  isTold = false
  status: number | undefined
  /** What is wrong with the replies that it got. */
  readonly problems: ReplyProblem[] = []
  readonly #name: string | undefined
  #firstRequest: string | undefined

  constructor(index: number, name: string | undefined, run: SimulatedCall, letter: string = letterOf(index)) {
    this.index = index
    this.letter = letter
    this.#name = name
    this.run = run
  }

  get name(): string {
    return this.#name ?? this.#firstRequest ?? `call ${this.index + 1}`
  }

  get isLive(): boolean {
    return this.hasBegun && this.outcome === undefined
  }

  noteRequest(title: string): void {
    this.#firstRequest ??= title
  }

  /** Ends it, unless it has ended. */
  end(value: unknown, error: unknown): void {
    this.outcome ??= { call: this.name, status: this.status, value, error }
  }
}

function letterOf(index: number): string {
  return index < 26 ? String.fromCodePoint(65 + index) : `call${index + 1}-`
}

/** The callers of what `calls` returned. */
export function callersOf(
  calls: readonly SimulatedCall[] | Readonly<Record<string, SimulatedCall>>,
): readonly Caller[] {
  return Object.entries(calls).map(([key, run], index) => {
    const name = Array.isArray(calls) ? run.name || undefined : key
    return new Caller(index, name, run)
  })
}

/** What a call has thrown, in one line. */
export function textOfError(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message.split("\n")[0]}` : typeof thrown
}

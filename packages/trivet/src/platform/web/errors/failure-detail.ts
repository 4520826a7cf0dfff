import { Fault } from "../../../fault/fault.ts"
import { kindOf } from "../../../fault/kind-of.ts"
import { shortStack } from "../../../fault/place/short-stack.ts"
import { sourceExcerpt, type SourceLine } from "./source-excerpt.ts"
import { type StackFrame, stackFrames } from "./stack-frames.ts"

/** A thrown error, or one of its causes, for an error page in development. */
export interface FailureCause {
  /** The error's name, such as `TypeError`; `Thrown` if the value is not an error. */
  readonly name: string
  /** The error's message. */
  readonly message: string
  /** The error's `code`, such as that of a fault; `undefined` if it has none. */
  readonly code: string | undefined
  /** The fix of a fault; `""` for other errors. */
  readonly fix: string
  /** The lines of source around the first stack frame of the application's own code; empty if they cannot be read. */
  readonly source: readonly SourceLine[]
  /** The stack, innermost frame first. */
  readonly frames: readonly StackFrame[]
}

/** A thrown error with its causes, for an error page in development. */
export interface FailureDetail extends FailureCause {
  /** The route, such as `GET /posts/:id`. */
  readonly route: string
  /** The stack as text, without the frames of the framework. */
  readonly stack: string
  /** The chain of causes, at most 5. */
  readonly causes: readonly FailureCause[]
}

const mostCauses = 5

/** All details of a thrown value. It reads files: for development only. */
export function failureDetail(thrown: unknown, route: string): FailureDetail {
  const stack = thrown instanceof Error ? shortStack(thrown) : ""
  return { ...causeOf(thrown), route, stack, causes: causesOf(thrown) }
}

function causesOf(thrown: unknown): FailureCause[] {
  const seen = new Set<unknown>([thrown])
  const found: FailureCause[] = []
  const waiting = nextCauses(thrown)
  for (let cause = waiting.shift(); cause !== undefined; cause = waiting.shift()) {
    if (seen.has(cause) || found.length === mostCauses) continue
    seen.add(cause)
    found.push(causeOf(cause))
    waiting.push(...nextCauses(cause))
  }
  return found
}

function nextCauses(thrown: unknown): unknown[] {
  if (!(thrown instanceof Error)) return []
  const several: unknown = thrown instanceof AggregateError ? thrown.errors : undefined
  const errors: readonly unknown[] = Array.isArray(several) ? several : []
  return [thrown.cause, ...errors.slice(0, mostCauses)].filter(
    (cause) => cause !== undefined && cause !== null,
  )
}

function causeOf(thrown: unknown): FailureCause {
  if (!(thrown instanceof Error)) {
    const message = typeof thrown === "string" ? thrown : `${kindOf(thrown)}, which is no error`
    return { name: "Thrown", message, code: undefined, fix: "", source: [], frames: [] }
  }
  const frames = stackFrames(thrown)
  const first = frames.find(({ owner }) => owner === "own")
  const source = first === undefined ? undefined : sourceExcerpt(first.file, first.line)
  const isFault = thrown instanceof Fault
  const code = isFault ? thrown.code : (thrown as { readonly code?: unknown }).code
  return {
    name: String(thrown.name),
    message: String(thrown.message),
    code: typeof code === "string" ? code : undefined,
    fix: isFault ? thrown.fix : "",
    source: source?.lines ?? [],
    frames,
  }
}

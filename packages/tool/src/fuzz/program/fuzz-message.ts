import type { Report } from "../../inspect/report.ts"
import type { FuzzRoute, ThrownError } from "../fuzz-target.ts"

/** What the program's process tells the engine. */
export type FuzzMessage =
  | { readonly kind: "routes"; readonly routes: readonly FuzzRoute[] }
  | {
      readonly kind: "listening"
      readonly port: number
      readonly secrets: readonly string[]
      /** Whether PGlite, a database inside of the process, was loaded. */
      readonly embedded: boolean
    }
  /** An error, with the id of the call that threw it. */
  | { readonly kind: "thrown"; readonly error: ThrownError; readonly call: string | undefined }
  /** A call whose id begins with `accepted-` has begun. */
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "answer"; readonly ask: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly report: Extract<Report, { kind: "refused" | "broken" }> }

/** What the engine asks the program's process. */
export type FuzzAsk =
  | {
      readonly kind: "check"
      readonly ask: number
      readonly route: Pick<FuzzRoute, "method" | "path">
      readonly status: number
      readonly body: unknown
    }
  | { readonly kind: "memory"; readonly ask: number }
  | { readonly kind: "connections"; readonly ask: number }
  /** Whether it runs. Whatever it told before the answer has come when the answer comes. */
  | { readonly kind: "alive"; readonly ask: number }

/** The header with the id of a call, by which the process says which call an error belongs to. */
export const callHeader = "x-fuzz-call"

/** How ids begin that the process tells the engine when it accepts the call. */
export const reportedPrefix = "accepted-"

/** The environment variable that names the engine's process. */
export const fuzzVariable = "TRIVET_TOOL_FUZZ"

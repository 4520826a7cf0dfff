import type { Report } from "../../inspect/report.ts"
import type { FuzzRoute, ThrownError } from "../target/fuzz-target.ts"
import type { FuzzMail } from "./program-mails.ts"

/** The messages of the program's process to the engine. */
export type FuzzMessage =
  | { readonly kind: "routes"; readonly routes: readonly FuzzRoute[] }
  | {
      readonly kind: "listening"
      readonly port: number
      readonly secrets: readonly string[]
      /** Whether PGlite, a database inside of the process, is loaded. */
      readonly embedded: boolean
    }
  /** An error, with the id of the call that threw it. */
  | { readonly kind: "thrown"; readonly error: ThrownError; readonly call: string | undefined }
  /** A mail that was kept instead of sent. */
  | { readonly kind: "mail"; readonly mail: FuzzMail }
  /** A call whose id begins with `accepted-` has begun. */
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "answer"; readonly ask: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly report: Extract<Report, { kind: "refused" | "broken" }> }

/** The requests of the engine to the program's process. */
export type FuzzAsk =
  | {
      readonly kind: "check"
      readonly ask: number
      readonly route: Pick<FuzzRoute, "method" | "path">
      readonly status: number
      readonly body: unknown
    }
  | { readonly kind: "memory"; readonly ask: number }
  | { readonly kind: "observe"; readonly ask: number; readonly isOn: boolean }
  | { readonly kind: "connections"; readonly ask: number }
  /** Whether it runs. All earlier messages arrive before the answer. */
  | { readonly kind: "alive"; readonly ask: number }

/** The header with the id of a call, which links errors to calls. */
export const callHeader = "x-fuzz-call"

/** The prefix of ids that the process reports when it accepts the call. */
export const reportedPrefix = "accepted-"

/** The environment variable with the process id of the engine. */
export const fuzzVariable = "TRIVET_TOOL_FUZZ"

import type { DashboardApp } from "../dashboard/dashboard-app.ts"
import type { ShownCall } from "../dashboard/shown-call.ts"
import type { JobWish } from "../dashboard/shown-job.ts"
import type { KeptMail } from "../dashboard/shown-mail.ts"
import type { Report } from "../inspect/report.ts"

/** The messages of the program's process to the tool. */
export type DevMessage =
  | {
      readonly kind: "facts"
      /** What the application uses outside of its process, in a few words each. */
      readonly uses: readonly string[]
      /** The paths of routes whose calls are shown only if they fail. */
      readonly quiet: readonly string[]
      /** Whether log lines have the ids of their calls. */
      readonly ids: boolean
    }
  | {
      readonly kind: "listening"
      /** The address at which the program answers; `undefined` if another program has it. */
      readonly url: string | undefined
      /** The addresses at which another program answers on the same port. */
      readonly others: readonly string[]
      /** Whether workers answer, whose calls the dashboard does not record. */
      readonly workers: boolean
    }
  /** The files that the program has imported, without installed packages. */
  | { readonly kind: "imports"; readonly files: readonly string[] }
  /** A call began or ended. */
  | { readonly kind: "call"; readonly call: ShownCall }
  /** A mail was kept instead of sent. */
  | { readonly kind: "mail"; readonly mail: KeptMail }
  /** The data for the dashboard beside the calls. */
  | { readonly kind: "application"; readonly application: DashboardApp }
  /** The answer to a request of the tool. */
  | { readonly kind: "answer"; readonly ask: number; readonly answer: DevAnswer }
  | { readonly kind: "failed"; readonly report: Extract<Report, { kind: "refused" | "broken" }> }

/** A request that the dashboard sends to the application. */
export interface DashboardRequest {
  readonly method: string
  /** Including its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The id of the call whose credentials it uses. */
  readonly as: string | undefined
}

/** The requests of the tool to the program's process. */
export type DevAsk =
  | { readonly kind: "send"; readonly ask: number; readonly request: DashboardRequest }
  | { readonly kind: "save"; readonly ask: number; readonly id: string }
  | { readonly kind: "jobs"; readonly ask: number; readonly wish: JobWish }

/** The result: the id of the sent call, the written file, or the shown jobs; otherwise the problem. */
export type DevAnswer = { readonly done: string } | { readonly problem: string }

/**
 * The environment variable with the process id of the tool. Workers inherit it, but are not direct children of the
 * tool.
 */
export const devVariable = "TRIVET_TOOL_DEV"

import type { DashboardApp } from "../dashboard/dashboard-app.ts"
import type { ShownCall } from "../dashboard/shown-call.ts"
import type { JobWish } from "../dashboard/shown-job.ts"
import type { MailWish } from "../dashboard/shown-mail.ts"
import type { Report } from "../inspect/report.ts"

/** A route as it is shown while an application is developed. */
export interface DevRoute {
  /** The HTTP method, or the kind for other calls, such as `command`. */
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly middlewares: readonly string[]
  readonly where: string
}

/** The messages of the program's process to the tool. */
export type DevMessage =
  | { readonly kind: "routes"; readonly routes: readonly DevRoute[] }
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
  | { readonly kind: "mails"; readonly ask: number; readonly wish: MailWish }

/** The result: the id of the sent call, the written file, or the shown jobs or mails; otherwise the problem. */
export type DevAnswer = { readonly done: string } | { readonly problem: string }

/**
 * The environment variable with the process id of the tool. Workers inherit it, but are not direct children of the
 * tool.
 */
export const devVariable = "TRIVET_TOOL_DEV"

import type { DashboardApp } from "../dashboard/dashboard-app.ts"
import type { ShownCall } from "../dashboard/shown-call.ts"
import type { JobWish } from "../dashboard/shown-job.ts"
import type { MailWish } from "../dashboard/shown-mail.ts"
import type { Report } from "../inspect/report.ts"

/** A route as it is shown while an application is developed. */
export interface DevRoute {
  /** The kind, such as `command`, for what is none of HTTP's methods. */
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly middlewares: readonly string[]
  readonly where: string
}

/** What the program's process tells the tool. */
export type DevMessage =
  | { readonly kind: "routes"; readonly routes: readonly DevRoute[] }
  | {
      readonly kind: "listening"
      /** Where the program answers; `undefined` where only another program does. */
      readonly url: string | undefined
      /** Where another program answers on the same port. */
      readonly others: readonly string[]
      /** Whether workers answer, whose calls the dashboard does not see. */
      readonly workers: boolean
    }
  /** The files that the program has imported, without those of installed packages. */
  | { readonly kind: "imports"; readonly files: readonly string[] }
  /** A call began or ended. */
  | { readonly kind: "call"; readonly call: ShownCall }
  /** What the dashboard shows of the application beside its calls. */
  | { readonly kind: "application"; readonly application: DashboardApp }
  /** What became of something that the tool asked for. */
  | { readonly kind: "answer"; readonly ask: number; readonly answer: DevAnswer }
  | { readonly kind: "failed"; readonly report: Extract<Report, { kind: "refused" | "broken" }> }

/** A request that the dashboard sends to the application. */
export interface DashboardRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The call whose credentials it gets. */
  readonly as: string | undefined
}

/** What the tool asks the program's process for. */
export type DevAsk =
  | { readonly kind: "send"; readonly ask: number; readonly request: DashboardRequest }
  | { readonly kind: "save"; readonly ask: number; readonly id: string }
  | { readonly kind: "jobs"; readonly ask: number; readonly wish: JobWish }
  | { readonly kind: "mails"; readonly ask: number; readonly wish: MailWish }

/** What became of it: the id of the call that was sent, the file that was written, or what is shown of jobs and mails; otherwise why not. */
export type DevAnswer = { readonly done: string } | { readonly problem: string }

/** The environment variable that names the tool's process. Workers of the program have it too, and are not its children. */
export const devVariable = "TRIVET_TOOL_DEV"

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
    }
  /** The files that the program has imported, without those of installed packages. */
  | { readonly kind: "imports"; readonly files: readonly string[] }
  | { readonly kind: "failed"; readonly report: Extract<Report, { kind: "refused" | "broken" }> }

/** The environment variable that names the tool's process. Workers of the program have it too, and are not its children. */
export const devVariable = "TRIVET_TOOL_DEV"

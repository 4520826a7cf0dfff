import type { MiddlewareEntry, Module } from "trivet"
import type { OpenApiInfo } from "./info.ts"

/** How an application serves its document. */
export interface OpenApiOptions extends OpenApiInfo {
  /** Where the document is: `/openapi.json` unless given. */
  readonly document?: string
  /** Where the page to read it is: `/docs` unless given; `false` for none. */
  readonly page?: string | false
  /** What is served in production too, where nothing is unless asked for: `"document"`, or `true` for the page too. */
  readonly inProduction?: boolean | "document"
  /** Stand before the document and the page. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** Modules that export what the middlewares need. */
  readonly imports?: readonly Module[]
}

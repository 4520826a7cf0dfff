import type { MiddlewareEntry, Module } from "trivet"
import type { OpenApiInfo } from "./document/info.ts"

/** Options of `openapi()`. */
export interface OpenApiOptions extends OpenApiInfo {
  /** The path of the document. Default: `/openapi.json`. */
  readonly document?: string
  /** The path of the page (Swagger UI); `false` for none. Default: `/docs`. */
  readonly page?: string | false
  /** What is served in production: `"document"`, `true` for the document and the page, `false` for nothing. Default: false. */
  readonly inProduction?: boolean | "document"
  /** Middlewares of the document and the page. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** Modules that export what the middlewares inject. Default: none. */
  readonly imports?: readonly Module[]
}

import type { MiddlewareEntry, Module } from "trivet"
import type { ContractRecord } from "trivet/extend"

/** Options of `mcp()`. */
export interface McpOptions {
  /** The records that become tools: `[Posts.index, Posts.show]`. Nothing else is exposed. */
  readonly expose: readonly ContractRecord[]
  /** The path of the endpoint. Default: `/mcp`. */
  readonly path?: string
  /** The name under which assistants show the server. Default: the name of the root module. */
  readonly name?: string
  /** The version that assistants show. Default: `0.0.0`. */
  readonly version?: string
  /** One paragraph for assistants that says what the tools are for. Default: none. */
  readonly instructions?: string
  /**
   * Web pages whose requests are answered: `["https://chat.example.com"]`. A request with any other `Origin` gets 403.
   * Default: none. Programs send no `Origin`.
   */
  readonly origins?: readonly string[]
  /** Middlewares of the endpoint, before those of a tool's own route; outermost first. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** Modules whose exports these middlewares inject. Default: none. */
  readonly imports?: readonly Module[]
}

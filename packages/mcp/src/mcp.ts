import { module, type Module, provide } from "trivet"
import { checkOptions, type OptionNames } from "trivet/extend"
import { McpController } from "./mcp-controller.ts"
import type { McpOptions } from "./options.ts"
import "./version.ts"

const optionNames: OptionNames<McpOptions> = {
  expose: true,
  path: true,
  name: true,
  version: true,
  instructions: true,
  origins: true,
  middlewares: true,
  imports: true,
}

/**
 * Makes a module that offers routes to assistants as tools of the Model Context Protocol (MCP): over HTTP at `/mcp`, and
 * over standard input and output as the command `mcp`. A tool calls its route in process, through all middlewares, with
 * the headers of the assistant's request. Import it in the root module.
 *
 * @example
 * ```ts
 * import { mcp } from "@trivet/mcp"
 * import { type Context, contract, dto, implement, list, module } from "trivet"
 *
 * const Posts = contract({
 *   index: {
 *     method: "GET",
 *     path: "/posts",
 *     summary: "Lists the posts, newest first",
 *     accepts: { query: dto({ limit: "integer,min=1,max=100" }) },
 *     returns: { 200: list(dto({ title: "required" })) },
 *   },
 * })
 *
 * class PostsController {
 *   routes() {
 *     return implement(Posts, this)
 *   }
 *   index(ctx: Context<typeof Posts.index>) {
 *     return [{ title: "First" }].slice(0, ctx.input("query").limit)
 *   }
 * }
 *
 * export const App = module({
 *   name: "blog",
 *   imports: [mcp({ expose: [Posts.index] })],
 *   declarations: [PostsController],
 * })
 * ```
 */
export function mcp(options: McpOptions): Module {
  checkOptions(options, optionNames, "mcp()")
  return module({
    // An application may have several endpoints, and no two modules may share a name.
    name: options.path === undefined ? "mcp" : `mcp ${options.path}`,
    imports: options.imports ?? [],
    declarations: [provide(McpController, () => new McpController(options))],
  })
}

import { type MiddlewareEntry, module, type Module, provide } from "trivet"
import { checkOptions, type OptionNames } from "trivet/extend"
import { QueuesController, queuesModuleName } from "./queues-controller.ts"
import "../version.ts"

/** Options of `queuesPage()`. */
export interface QueuesPageOptions {
  /** Middlewares of all its routes. One of them must be a guard: otherwise the application does not start. */
  readonly middlewares: readonly MiddlewareEntry[]
  /** The module that `jobs()` has made, and those that export what the middlewares inject. */
  readonly imports: readonly Module[]
  /** The path of the page. Default: `/queues`. */
  readonly path?: string
}

const optionNames: OptionNames<QueuesPageOptions> = { middlewares: true, imports: true, path: true }

/**
 * Makes the module of a page for operators: what waits, runs, has failed and is dead, with forms that pause and resume a
 * queue and retry or delete dead jobs. It shows payloads, so a caller who passes its guards sees the data of all users. It needs
 * the web platform, and no JavaScript.
 */
export function queuesPage(options: QueuesPageOptions): Module {
  checkOptions(options, optionNames, "queuesPage()")
  const { middlewares, imports, path = "/queues" } = options
  return module({
    name: queuesModuleName,
    imports,
    declarations: [provide(QueuesController, () => new QueuesController(path, middlewares))],
  })
}

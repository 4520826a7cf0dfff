import { subscribe } from "node:diagnostics_channel"
import type { Server } from "node:net"
import { pathToFileURL } from "node:url"
import type { Module } from "../../../src/index.ts"
import type { AppDescription, Watcher } from "../../../src/extend.ts"

// Loaded before the program of a reference application, which runs as it is. It counts the calls of every handler, and
// tells the other side of its channel where the application listens and what it says of itself.

/** What is told of a route. */
export interface WatchedRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  /** Whether a middleware on its way asks for credentials. */
  readonly guarded: boolean
}

/** What is told of a program that runs. */
export interface Watched {
  readonly port: number
  readonly routes: readonly WatchedRoute[]
}

const calls: Record<string, number> = {}

/** Counts the calls of all methods of a controller. Handlers are taken from it when it is asked for its routes. */
function count(controller: { readonly name: string; readonly prototype: object }): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(controller.prototype))) {
    if (typeof value !== "function" || name === "constructor" || name === "routes") continue
    const original = value as (this: unknown, ...args: unknown[]) => unknown
    const key = `${controller.name}.${name}`
    calls[key] = 0
    function counted(this: unknown, ...args: unknown[]): unknown {
      calls[key]!++
      return original.apply(this, args)
    }
    Object.defineProperty(counted, "name", { value: name })
    Object.defineProperty(controller.prototype, name, { value: counted })
  }
}

const seen = new Set<unknown>()

function countAll({ imports = [], declarations = [] }: Module): void {
  for (const entry of typeof declarations === "function" ? declarations() : declarations) {
    if (seen.has(entry) || typeof entry !== "function") continue
    seen.add(entry)
    if (typeof (entry.prototype as { routes?: unknown }).routes === "function") count(entry)
  }
  for (const imported of typeof imports === "function" ? imports() : imports)
    if (!seen.has(imported)) {
      seen.add(imported)
      countAll(imported)
    }
}

function routesOf({ routes }: AppDescription): readonly WatchedRoute[] {
  return routes
    .filter(({ served }) => served)
    .map(({ method, path, controller, handler, middlewares }) => ({
      method: method!,
      path,
      handler: `${controller}.${handler}`,
      guarded: middlewares.some(({ security }) => security.length > 0),
    }))
}

const { AppModule } = (await import(pathToFileURL(process.env["WATCHED_MODULE"]!).href)) as {
  AppModule: Module
}
countAll(AppModule)

let describe: (() => AppDescription) | undefined
Object.assign(globalThis, {
  [Symbol.for("trivet.watch")]: {
    built: (app) => void (describe = app.describe),
    log: (log) => log,
    answers: (answers) => answers,
    failed: () => undefined,
  } satisfies Watcher,
})
subscribe("tracing:net.server.listen:asyncEnd", (message) => {
  const { server } = message as { server: Server }
  const { port } = server.address() as { port: number }
  process.send!({ port, routes: routesOf(describe!()) } satisfies Watched)
})
process.on("message", () => process.send!({ calls }))
process.on("disconnect", () => process.exit(0))

import type { App } from "../../app/app.ts"
import { type AppOptions, appOptionNames } from "../../app/app-options.ts"
import { createCheckedApp } from "../../app/start-app.ts"
import { readEnvironment } from "../../app/config/environment.ts"
import { type EngineApp, engineAppOf, isApp, namesInMemory } from "../../app/engine-app.ts"
import { callerOf } from "../../fault/place/caller-of.ts"
import { checkOptions, type OptionNames } from "../../fault/check-options.ts"
import { Fault } from "../../fault/fault.ts"
import { shownKey } from "../../fault/global-keys.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import type { Module } from "../../module/module.ts"
import { exitOnFault } from "../exit-on-fault.ts"
import { findOnlyKind } from "./only-kind.ts"
import { serveApp } from "./serve-app.ts"
import { type ServeOptions, serveOptionNames } from "./serve-options.ts"
import type { Served } from "./served.ts"
import { isSupervised } from "./workers/find-supervisor.ts"

/**
 * Serves an application over HTTP with `node:http`.
 *
 * With a module, it is the whole program: `await serve(App, { platform: api() })` builds and starts the application,
 * listens on `port` or on the variable `PORT`, and logs the address and the data that is only in memory. If the
 * application has faults, it prints them and exits the process with 1.
 *
 * If the variable `TRIVET_ONLY` names a kind of calls, such as `job`, the process answers only these and does not listen.
 *
 * With an application of `createApp()`, it only serves it. If it cannot listen, it rejects with a fault
 * (`ADDRESS_IN_USE`, `ADDRESS_REFUSED`). The application stays started, so that you can try another port.
 */
export async function serve(app: App, options?: ServeOptions): Promise<Served>
export async function serve(root: Module, options: AppOptions & ServeOptions): Promise<Served>
export async function serve(
  given: App | Module,
  options: ServeOptions | (AppOptions & ServeOptions) = {},
): Promise<Served> {
  const where = callerOf("serve", new Error().stack)
  if (isApp(given)) {
    checkServeOptions(options, serveOptionNames)
    return serveApp(engineAppOf(given), options, where)
  }
  return exitOnFault(() => startAndServe(given, options as AppOptions & ServeOptions, where))
}

async function startAndServe(
  root: Module,
  options: AppOptions & ServeOptions,
  where: string | undefined,
): Promise<Served> {
  checkServeOptions(options, { ...appOptionNames, ...serveOptionNames })
  const port = options.port ?? findPort(where)
  // Before `serveApp()`, which removes these variables from the environment.
  const supervised = isSupervised()
  const only = findOnlyKind()
  const app = engineAppOf(await createCheckedApp(root, options))
  const served = await serveApp(app, port === undefined ? options : { ...options, port }, where).catch(
    async (error: unknown) => {
      await app.stop()
      throw error
    },
  )
  if (!supervised)
    announce(
      app,
      only === undefined
        ? `listening on ${served.url}`
        : `answering calls of the kind ${only}, and no requests`,
    )
  if (!supervised && readEnvironment()["NOTIFY_SOCKET"] !== undefined)
    (await import("./notify-systemd.ts")).notifySystemd(served, app.settings.log)
  return served
}

function checkServeOptions<Options extends ServeOptions>(
  options: Options,
  names: OptionNames<Options>,
): void {
  checkOptions(options, names, "serve()")
  if (typeof options.overload === "object")
    checkOptions(options.overload, { maxDelay: true, maxInFlight: true }, "serve({ overload })")
  if (options.management !== undefined)
    checkOptions(options.management, { port: true, host: true }, "serve({ management })")
}

/** `PORT` of the environment, if it is set. */
function findPort(where: string | undefined): number | undefined {
  const text = readEnvironment()["PORT"]?.trim() ?? ""
  if (text === "") return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  const reason = `\`PORT\` of the environment is ${JSON.stringify(text)}, not a whole number from 0 to 65535`
  throw printedFault(new Fault("OPTION_INVALID", { what: "`serve()`", reason }, { where }))
}

/** Logs what the process does, and which data is lost when it ends. */
function announce(app: EngineApp, what: string): void {
  const { log } = app.settings
  log.info({ [shownKey]: true }, what)
  const names = namesInMemory(app)
  if (names.length > 0)
    log.info({ [shownKey]: true }, `in memory only, lost when this process ends: ${names.join(", ")}`)
}

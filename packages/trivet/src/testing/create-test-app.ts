import { type AppOptions, appOptionNames } from "../app/app-options.ts"
import type { App } from "../app/app.ts"
import type { Platform } from "../app/dispatch/platform.ts"
import { engineAppOf } from "../app/engine-app.ts"
import type { RouteField } from "../app/dispatch/route-field.ts"
import { createApp } from "../engine/create-app.ts"
import { isHost } from "../engine/host.ts"
import { parseTarget } from "../engine/target.ts"
import { Fault } from "../fault/fault.ts"
import { provide } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { Clock } from "../store/clock.ts"
import type { KeptMail } from "./access.ts"
import { loadProgram } from "./load-program.ts"
import { createMailTo } from "./mail-to.ts"
import { reachedField } from "./reached.ts"
import { TestClock } from "./test-clock.ts"
import { createTestFetch } from "./test-fetch.ts"
import { TestIncoming, type TestRequest } from "./test-incoming.ts"
import { createTestLog, type LogLine } from "./test-log.ts"
import { readReply, type TestReply } from "./test-reply.ts"

/** An application under test, without a socket. It is what `createClient()` takes: `createClient(Posts, app)`. */
export interface TestApp extends App {
  /** The clock that the application injects as `Clock`. */
  readonly clock: TestClock
  /** The lines that were logged, oldest first. Empty if the option `log` was given. */
  readonly logs: readonly LogLine[]
  /** Sends a request: `await app.request("POST", "/posts", { json: { title: "T" } })`. The method of a command is `""`. */
  request(method: string, path: string, request?: TestRequest): Promise<TestReply>
  /** Returns the instance of a token: that of the root module, otherwise that of any module, exported or not. */
  get<T>(wanted: Token<T>): T
  /** For clients: the address of the application. With `{ ...app, url: "https://localhost" }` they use HTTPS. */
  readonly url: string
  /** For clients: answers a Web request in process. It rejects if the signal of the request is aborted. */
  fetch(request: Request): Promise<Response>
  /** For clients: a test sees each reply, so nothing is sent twice. */
  readonly retry: 0
  /**
   * Runs the jobs that are due, and returns the next mail to an address that `@trivet/mail` has kept: the oldest that it has
   * not returned yet, with a text that matches, if given. Rejects if there is none.
   */
  mailTo(address: string, text?: RegExp): Promise<KeptMail>
}

/** Options of `createTestApp()`: those of `createApp()`, and a clock. */
export type TestAppOptions = Partial<Omit<AppOptions, "platform">> & {
  /** The platform. Default: `api()`. */
  readonly platform?: Platform
  /** The clock. Default: a new `TestClock`. */
  readonly clock?: TestClock
}

/**
 * Builds and starts an application for a test, without listening. `onServe()` does not run. Replace any declaration with
 * `replace: [provide(Token, () => fake)]`. Call `app.stop()` at the end of the test.
 *
 * Instead of the root module it takes a function that loads a program:
 * `await createTestApp(() => import("./main.ts"))`. The module and the options are then those that the program gives to
 * `serve()` or `createApp()`; the program itself does not continue. `options` replace those of the program; providers
 * in `replace` are added. Call it once in a test file: a runtime loads a file once.
 */
export async function createTestApp(
  from: Module | (() => Promise<unknown>),
  options: TestAppOptions = {},
): Promise<TestApp> {
  if (typeof from !== "function") return startForTest(from, options)
  const [root, given] = await loadProgram(from)
  const names = Object.keys(appOptionNames) as (keyof AppOptions)[]
  const own = Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]))
  // The test has its own log.
  delete own["log"]
  const replace = [...(given.replace ?? []), ...(options.replace ?? [])]
  return startForTest(root, { ...own, ...options, replace })
}

async function startForTest(root: Module, options: TestAppOptions): Promise<TestApp> {
  const { lines, log } = createTestLog()
  const { clock = new TestClock(), ...others } = options
  const replace = [provide(Clock, () => clock), ...(options.replace ?? [])]
  const fields = [...(options.fields ?? []), reachedField as unknown as RouteField]
  const app = await createApp(root, { platform: api(), log, ...others, fields, replace })
  const request: TestApp["request"] = async (method, path, sent = {}) => {
    const incoming = new TestIncoming(method, path, sent)
    // Targets that engines reject are rejected here too, so that a test sees what a client would.
    const isProper = parseTarget(path) !== undefined && isHost(incoming.header("host") ?? "localhost")
    const reply = isProper ? app.dispatch(incoming) : app.reject(incoming, new Fault("TARGET_AMBIGUOUS", {}))
    return readReply(await reply, method)
  }
  return {
    ...app,
    clock,
    logs: lines,
    get: (wanted) => instanceOf(app, wanted),
    request,
    url: "http://localhost",
    fetch: createTestFetch(app),
    retry: 0,
    mailTo: createMailTo(app),
  }
}

/** A test can access any module. If several modules provide a token, it has several instances, and none is chosen. */
function instanceOf<T>(app: App, wanted: Token<T>): T {
  const { modules } = engineAppOf(app).wiring.graph
  const seen = modules.at(-1)!.find(wanted, "app.get()")
  if (!(seen instanceof Fault)) return seen.read() as T
  const [only, another] = modules.flatMap(({ bindings }) => bindings.get(wanted) ?? [])
  if (only === undefined || another !== undefined) throw seen
  return only.read() as T
}

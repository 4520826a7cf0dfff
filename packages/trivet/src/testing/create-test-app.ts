import type { AppOptions } from "../app/build-app.ts"
import type { App } from "../app/app.ts"
import type { Platform } from "../app/platform.ts"
import { builtOf } from "../app/built-of.ts"
import { createApp } from "../app/create-app.ts"
import type { ParameterNames } from "../context/parameter-names.ts"
import { isHost } from "../engine/host.ts"
import { parseTarget } from "../engine/target.ts"
import { Fault } from "../fault/fault.ts"
import { provide } from "../inject/provider.ts"
import type { Token } from "../inject/token.ts"
import type { ContractRecord } from "../module/contract.ts"
import type { Module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import type { InputOf, OutputOf } from "../schema/standard-schema.ts"
import { Clock } from "../store/clock.ts"
import { TestClock } from "./test-clock.ts"
import { TestIncoming, type TestRequest } from "./test-incoming.ts"
import { createTestLog, type LogLine } from "./test-log.ts"
import { readReply, type TestReply } from "./test-reply.ts"

/** The request of `app.call()`: the parameters of the record's path, and the query and the body that it accepts. */
export type RecordRequest<Given extends ContractRecord> = Omit<TestRequest, "json" | "query"> &
  ([ParameterNames<Given["path"]>] extends [never]
    ? { readonly params?: undefined }
    : { readonly params: Readonly<Record<ParameterNames<Given["path"]>, string>> }) &
  (Given extends { readonly accepts: { readonly body: infer Schema } }
    ? { readonly json: InputOf<Schema> }
    : { readonly json?: unknown }) &
  (Given extends { readonly accepts: { readonly query: infer Schema } }
    ? // Required where the schema requires a value. A text is sent as it is.
      {} extends InputOf<Schema>
      ? { readonly query?: InputOf<Schema> | string }
      : { readonly query: InputOf<Schema> | string }
    : Pick<TestRequest, "query">)

/**
 * The reply of `app.call()`: a `TestReply` for each status in the record's `returns`, so that the status decides the type
 * of `json()`. With `api({ errors })`, a body with a status of 400 or above may also be `ErrorBody`.
 */
export type RecordReply<Given extends ContractRecord, ErrorBody = unknown> = Given extends {
  readonly returns: infer Statuses
}
  ? {
      [Status in keyof Statuses & number]: TestReply<
        Status,
        OutputOf<Statuses[Status]> | ErrorBodyOf<Status, ErrorBody>
      >
    }[keyof Statuses & number]
  : TestReply

type ErrorBodyOf<Status extends number, ErrorBody> = unknown extends ErrorBody
  ? never
  : `${Status}` extends `4${string}` | `5${string}`
    ? ErrorBody
    : never

/** An application under test, without a socket. `ErrorBody` is the type of error bodies if `api({ errors })` is used. */
export interface TestApp<ErrorBody = unknown> extends App {
  /** The clock that the application injects as `Clock`. */
  readonly clock: TestClock
  /** The lines that were logged, oldest first. Empty if the option `log` was given. */
  readonly logs: readonly LogLine[]
  /** Sends a request: `await app.request("POST", "/posts", { json: { title: "T" } })`. The method of a command is `""`. */
  request(method: string, path: string, request?: TestRequest): Promise<TestReply>
  /** Returns the instance of a token: that of the root module, otherwise that of any module, exported or not. */
  get<T>(wanted: Token<T>): T
  /** Sends the request of a contract's record. The record types the parameters, the query, the body and the reply. */
  call<const Given extends ContractRecord>(
    record: Given,
    request: RecordRequest<Given>,
  ): Promise<RecordReply<Given, ErrorBody>>
}

/** Options of `createTestApp()`: those of `createApp()`, and a clock. */
export type TestAppOptions<ErrorBody = unknown> = Partial<Omit<AppOptions, "platform">> & {
  /** The platform. Default: `api()`. */
  readonly platform?: Platform<ErrorBody>
  /** The clock. Default: a new `TestClock`. */
  readonly clock?: TestClock
}

/**
 * Builds and starts an application for a test, without listening. `onServe()` does not run. Replace any declaration with
 * `replace: [provide(Token, () => fake)]`. Call `app.stop()` at the end of the test.
 */
export async function createTestApp<ErrorBody = unknown>(
  root: Module,
  options: TestAppOptions<ErrorBody> = {},
): Promise<TestApp<ErrorBody>> {
  const { lines, log } = createTestLog()
  const { clock = new TestClock(), ...others } = options
  const replace = [provide(Clock, () => clock), ...(options.replace ?? [])]
  const app = await createApp(root, { platform: api(), log, ...others, replace })
  const request: TestApp["request"] = async (method, path, sent = {}) => {
    const incoming = new TestIncoming(method, path, sent)
    // What the engines reject is rejected here too, so that a test sees what a client would.
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
    call: async (record, sent) =>
      (await request(record.method ?? "", fill(record.path, sent.params ?? {}), sent)) as never,
  }
}

/** A test looks into any module. A token that several modules provide means another instance in each: none is chosen. */
function instanceOf<T>(app: App, wanted: Token<T>): T {
  const { modules } = builtOf(app).wiring.graph
  const seen = modules.at(-1)!.find(wanted, "app.get()")
  if (!(seen instanceof Fault)) return seen.instance as T
  const [only, another] = modules.flatMap(({ bindings }) => bindings.get(wanted) ?? [])
  if (only === undefined || another !== undefined) throw seen
  return only.instance as T
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)|\*$/g, (whole, name: string | undefined) =>
    name === undefined ? (params["*"] ?? whole) : encodeURIComponent(params[name] ?? ""),
  )
}

import type { App } from "../../app/app.ts"
import { type EngineApp, engineAppOf, isApp, namesInMemory } from "../../app/engine-app.ts"
import { isInspected } from "../../app/inspection.ts"
import { Fault } from "../../fault/fault.ts"
import { kindOf } from "../../fault/kind-of.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import { reportOf } from "../report-of.ts"
import { cloudflareInfo } from "./address-of.ts"
import { FetchIncoming } from "./fetch-incoming.ts"
import { internalError, respond } from "./respond.ts"
import { targetOf } from "./target-of.ts"

/** The third argument of a fetch handler on an edge runtime. */
export interface ExecutionContext {
  /** Keeps the runtime working for a request until a promise settles, also after its reply. */
  waitUntil(work: Promise<unknown>): void
}

/** A function that answers a Web `Request` on an edge runtime. `env` has the bindings. */
export type EdgeHandler<Env> = (
  request: Request,
  env: Env,
  executionContext?: ExecutionContext,
) => Response | Promise<Response>

type Answer = (
  request: Request,
  executionContext: ExecutionContext | undefined,
) => Response | Promise<Response>

/** Milliseconds after which a start counts as lost. Runtimes cancel a request and its pending work earlier than that. */
const patience = 60_000

/**
 * A handler that creates its application during the first request. Edge runtimes allow neither timers nor requests nor
 * random numbers before that.
 */
export function edgeHandler<Env>(create: (env: Env) => App | Promise<App>): EdgeHandler<Env> {
  // A tool sends no request, but needs the application.
  if (isInspected()) void create({} as Env)
  let answer: Answer | undefined
  let starting: { readonly since: number; readonly over: Promise<Answer | undefined> } | undefined
  const start = async (env: Env): Promise<Answer | undefined> => {
    try {
      answer = answerOf(await startApp(create, env))
    } catch (error) {
      console.error(reportOf(error))
    }
    starting = undefined
    return answer
  }
  return (request, env, executionContext) => {
    if (answer !== undefined) return answer(request, executionContext)
    // A start that the runtime has cancelled never settles.
    if (starting !== undefined && Date.now() - starting.since > patience) starting = undefined
    const { over } = (starting ??= { since: Date.now(), over: start(env) })
    // Other requests wait for it too, so it must not be cancelled with this one.
    executionContext?.waitUntil(over)
    return over.then((ready) => ready?.(request, executionContext) ?? internalError())
  }
}

async function startApp<Env>(create: (env: Env) => App | Promise<App>, env: Env): Promise<EngineApp> {
  const created: unknown = await create(env)
  if (!isApp(created)) throw notAnApp(created)
  const app = engineAppOf(created)
  try {
    await app.startServing()
  } catch (error) {
    await app.stop()
    throw error
  }
  const names = namesInMemory(app)
  if (names.length > 0) {
    app.settings.log.warn(`in memory only, lost with this isolate: ${names.join(", ")}`)
  }
  return app
}

function notAnApp(given: unknown): Fault {
  const reason = `its function returned ${kindOf(given)}, not an application: write \`(env) => createApp(…)\``
  return printedFault(new Fault("OPTION_INVALID", { what: "`toFetch()`", reason }))
}

function answerOf(app: EngineApp): Answer {
  return (request, executionContext) => {
    const target = targetOf(request, undefined)
    const incoming = new FetchIncoming(request, target ?? { path: request.url, query: "" }, cloudflareInfo)
    const reply =
      target === undefined ? app.reject(incoming, new Fault("TARGET_AMBIGUOUS", {})) : app.dispatch(incoming)
    return reply instanceof Promise
      ? reply.then((later) => respond(request, incoming, later, app, executionContext))
      : respond(request, incoming, reply, app, executionContext)
  }
}

// Runs in the application's process, so it must not import the framework.
import { AsyncLocalStorage } from "node:async_hooks"
import type { Reply } from "trivet"
import type { Incoming, Watcher, WatchOperation } from "trivet/extend"
import type { ShownCall } from "../shown-call.ts"
import { leavesOf } from "./credentials.ts"
import { keepReplyBody, keepRequestBody } from "./keep-bodies.ts"
import { keepLog } from "./keep-log.ts"
import { currentOrigin, type Origin } from "./origin-of.ts"
import { KeptBody, type RecordedCall } from "./recorded-call.ts"
import { isSecretName, Secrets } from "./secrets.ts"
import { maskFields, noteSecrets, showCall } from "./show-call.ts"
import { showError } from "./show-error.ts"

/** The maximum number of kept calls. */
export const keptCalls = 200
/** The maximum number of kept operations and log lines per call. */
const keptDetails = 500

/**
 * Records the calls of an application. Secrets stay in this process; `tell` gets the rest when a call begins and when
 * it ends.
 */
export class Recorder {
  readonly #tell: (call: ShownCall) => void
  readonly #scope = new AsyncLocalStorage<RecordedCall>()
  readonly #secrets = new Secrets()
  readonly #calls: RecordedCall[] = []
  #count = 0

  constructor(tell: (call: ShownCall) => void) {
    this.#tell = tell
    this.#secrets.addEnvironment(process.env)
  }

  /** The kept calls, oldest first. */
  get calls(): readonly RecordedCall[] {
    return this.#calls
  }

  /** The watcher of an application, without `built()`. */
  readonly watcher: Omit<Watcher, "built"> = {
    log: (log) =>
      keepLog(log, (line) => {
        const call = this.#scope.getStore()
        if (call !== undefined && call.logs.length < keptDetails)
          call.logs.push({ ...line, at: performance.now() - call.start })
      }),
    answers: (answers, findPattern, kind) =>
      // A command is the whole run of its program, so it is not recorded.
      kind === "command"
        ? answers
        : {
            dispatch: (incoming) =>
              this.#record(incoming, kind, findPattern, () => answers.dispatch(incoming)),
            reject: async (incoming, fault) =>
              this.#record(incoming, kind, findPattern, () => answers.reject(incoming, fault)),
          },
    failed: (thrown) => {
      const call = this.#scope.getStore()
      if (call !== undefined) call.error = showError(thrown)
    },
  }

  /** The watcher of an application's operations. */
  readonly operation: WatchOperation = (given) => {
    const { kind, text } = given
    const call = this.#scope.getStore()
    if (call === undefined || call.operations.length >= keptDetails) return undefined
    const began = performance.now()
    const operation: RecordedCall["operations"][number] = {
      kind,
      text: withoutValues(kind, text),
      at: began - call.start,
      ms: undefined,
      bytes: undefined,
      failed: undefined,
      ...originOfOperation(kind, text),
    }
    call.operations.push(operation)
    return (error) => {
      operation.ms = performance.now() - began
      operation.bytes = given.bytes?.()
      if (error !== undefined) operation.failed = errorNameOf(error)
    }
  }

  #record(
    incoming: Incoming,
    kind: string,
    findPattern: (method: string, path: string) => string | undefined,
    answer: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply> {
    const call: RecordedCall = {
      id: `${process.pid}-${++this.#count}`,
      kind,
      method: kind === "request" ? incoming.method : kind,
      // The path of other kinds consists of words.
      path: kind === "request" ? incoming.path : incoming.path.slice(1),
      query: incoming.query,
      pattern: patternOf(incoming, findPattern),
      began: Date.now(),
      start: performance.now(),
      headers: { ...incoming.headers() },
      body: new KeptBody(),
      operations: [],
      logs: [],
      ms: undefined,
      answered: undefined,
      status: undefined,
      replyHeaders: [],
      replyBody: new KeptBody(),
      error: undefined,
    }
    this.#calls.push(call)
    if (this.#calls.length > keptCalls) this.#calls.shift()
    keepRequestBody(incoming, call.body)
    this.#show(call)
    const reply = this.#scope.run(call, answer)
    return reply instanceof Promise ? reply.then((later) => this.#end(call, later)) : this.#end(call, reply)
  }

  #end(call: RecordedCall, reply: Reply): Reply {
    call.status = reply.status
    call.answered = performance.now() - call.start
    const type = reply.headers?.get("content-type") ?? reply.type
    const headers = (reply.headers?.list ?? []).filter((_, at, all) => all[at - (at % 2)] !== "content-type")
    call.replyHeaders = [...(type === undefined ? [] : ["content-type", type]), ...headers]
    let ended = false
    const done = () => {
      if (ended) return
      ended = true
      call.ms = performance.now() - call.start
      this.#show(call)
    }
    keepReplyBody(reply, call.replyBody, (work) => this.#scope.run(call, work), done)
    // A streamed reply is shown as soon as it begins.
    if (!ended) this.#show(call)
    return reply
  }

  /** The masked text of a value outside of a call, such as the payload of a job. */
  showValue(value: unknown): string {
    this.noteValue(value)
    return this.clean(JSON.stringify(maskFields(value), undefined, 2))
  }

  /** Remembers the secrets in a value. */
  noteValue(value: unknown): void {
    for (const { path, value: leaf } of leavesOf(value))
      if (typeof leaf === "string" && path.some((name) => isSecretName(String(name)))) this.#secrets.add(leaf)
  }

  /** Masks the known secrets in a text. */
  clean(text: string): string {
    return this.#secrets.scrub(text)
  }

  #show(call: RecordedCall): void {
    noteSecrets(call, this.#secrets)
    this.#tell(showCall(call, this.#secrets))
  }
}

/** A path that cannot be decoded has no route. */
function patternOf(
  { method, path }: Incoming,
  findPattern: (method: string, path: string) => string | undefined,
): string | undefined {
  try {
    return findPattern(method, path)
  } catch {
    return undefined
  }
}

/** Transactions are begun and ended for the application, wherever their first line is. */
function originOfOperation(kind: string, text: string): Origin {
  const origin = currentOrigin()
  const isTransaction =
    kind === "sql" && /^(?:start transaction|commit|rollback|savepoint|release)\b/.test(text)
  return isTransaction ? { ...origin, by: origin.by ?? "@trivet/postgres" } : origin
}

/** A statement built from strings can contain values. */
function withoutValues(kind: string, text: string): string {
  return (kind === "sql" ? text.replace(/'(?:[^']|'')*'/g, "'…'") : text).slice(0, 10_000)
}

/** Not the message: that of a driver can contain values. */
function errorNameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: string }
  return typeof code === "string" ? code : (name ?? "error")
}

// Runs in the application's process, before its entry file. It must not import the framework: a second copy beside the
// application's own would be a fault.
import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe } from "node:diagnostics_channel"
import type { IncomingMessage } from "node:http"
import type { Server } from "node:net"
import type { AppDescription, Watcher } from "trivet/extend"
import type { KeptMail } from "../../dashboard/shown-mail.ts"
import { noteImports, serializeFailure } from "../../inspect/serialize-failure.ts"
import { fuzzKey, jobsKey, mailsKey, watchKey } from "../../program-keys.ts"
import { endWithParent } from "../../start/end-with-parent.ts"
import { readEnvironmentFile } from "../../start/read-environment-file.ts"
import { checkBody, describeRoutes } from "../target/describe-routes.ts"
import { heapAfterCollection } from "../target/heap.ts"
import { secretsOf } from "../target/secrets-of.ts"
import { thrownError } from "../target/thrown-error.ts"
import { callHeader, type FuzzAsk, type FuzzMessage, fuzzVariable, reportedPrefix } from "./fuzz-message.ts"
import { Observer } from "./observer.ts"

/** The id of the current call, also after its reply. */
const calls = new AsyncLocalStorage<string>()

readEnvironmentFile()
// Workers inherit the variable, but are not direct children of the engine.
if (process.env[fuzzVariable] === String(process.ppid)) watch()

/** What is known of the program. */
interface Program {
  readonly described: AppDescription | undefined
  readonly server: Server | undefined
  readonly observer: Observer
}

/** The interfaces of `@trivet/mail` and `@trivet/jobs` for tools. */
interface Watched<Event> {
  watch(listener: (event: Event) => void): void
}

function watch(): void {
  const imports = noteImports()
  endWithParent()
  const fail = (error: unknown) =>
    tell({ kind: "failed", report: serializeFailure(error, imports) }, () => process.exit(1))
  process.on("uncaughtException", fail)
  let described: AppDescription | undefined
  let server: Server | undefined
  const observer = new Observer(() => calls.getStore())
  observer.watchLines(process.stdout)
  observer.watchLines(process.stderr)
  const watcher: Watcher = {
    built: ({ describe, operations, find }) => {
      operations.watch(observer.seesOperation)
      const mails = find(mailsKey) as Watched<KeptMail> | undefined
      mails?.watch((mail) => {
        const { to, subject, text } = mail
        tell({ kind: "mail", mail: { to, subject, text } })
        observer.seesMail(mail)
      })
      const jobs = find(jobsKey) as Watched<Parameters<Observer["seesJob"]>[0]> | undefined
      jobs?.watch(observer.seesJob)
      described = describe()
      tell({ kind: "routes", routes: describeRoutes(described) })
    },
    log: (log) => log,
    answers: (answers) => answers,
    failed: (thrown) => tell({ kind: "thrown", error: thrownError(thrown), call: calls.getStore() }),
  }
  // The second key disables the limits of @trivet/limit.
  Object.assign(globalThis, { [watchKey]: watcher, [fuzzKey]: true })
  process.on("uncaughtExceptionMonitor", (thrown) =>
    tell({ kind: "thrown", error: thrownError(thrown, true), call: calls.getStore() }),
  )
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage }
    const id = request.headers[callHeader]
    if (typeof id !== "string") return
    calls.enterWith(id)
    if (id.startsWith(reportedPrefix)) tell({ kind: "accepted", id })
  })
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    const { server: listening } = message as { readonly server: Server }
    const address = listening.address()
    if (typeof address !== "object" || address === null || server !== undefined) return
    server = listening
    process.off("uncaughtException", fail)
    const embedded = imports.some(([, to]) => to.includes("/@electric-sql/pglite/"))
    tell({ kind: "listening", port: address.port, secrets: secretsOf(process.env), embedded })
  })
  process.on("message", (asked: FuzzAsk) => {
    void answerTo(asked, { described, server, observer }).then((answer) =>
      tell({ kind: "answer", ask: asked.ask, answer }),
    )
  })
  // The IPC channel alone must not keep a program running that has finished.
  process.channel?.unref()
}

async function answerTo(asked: FuzzAsk, { described, server, observer }: Program): Promise<unknown> {
  if (asked.kind === "alive") return true
  if (asked.kind === "observe") return observer.take(asked.isOn)
  if (asked.kind === "memory") return heapAfterCollection()
  if (asked.kind === "connections")
    return new Promise((give) => server?.getConnections((_, count) => give(count)) ?? give(0))
  return described === undefined ? undefined : checkBody(described, asked.route, asked.status, asked.body)
}

function tell(message: FuzzMessage, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}

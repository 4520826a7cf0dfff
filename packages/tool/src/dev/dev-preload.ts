// Runs in the application's process, before its entry file, during development. It must not import the framework: a
// second copy beside the application's own would be a fault.
import { subscribe } from "node:diagnostics_channel"
import type { AddressInfo, Server } from "node:net"
import { sep } from "node:path"
import { fileURLToPath } from "node:url"
import type { AppDescription, Watcher } from "trivet/extend"
import type { AppJobs } from "../dashboard/record/answer-job-wish.ts"
import { answerAsks } from "../dashboard/record/answer-asks.ts"
import {
  configNotesKey,
  databaseKey,
  jobsKey,
  mailKey,
  mailsKey,
  redisKey,
  watchKey,
} from "../program-keys.ts"
import { describeForDashboard } from "../dashboard/record/describe-for-dashboard.ts"
import type { KeptMail } from "../dashboard/shown-mail.ts"
import { Recorder } from "../dashboard/record/recorder.ts"
import { noteImports, serializeFailure } from "../inspect/serialize-failure.ts"
import { endWithParent } from "../start/end-with-parent.ts"
import { readEnvironmentFile } from "../start/read-environment-file.ts"
import { type DevMessage, devVariable } from "./dev-message.ts"
import { allowedHosts, guardHosts } from "./guard-host.ts"
import { logBesideTool, logsIds } from "./log-beside-tool.ts"
import { quietRoutes } from "./quiet-routes.ts"
import { whoAnswers } from "./who-answers.ts"

readEnvironmentFile()
// In workers of the program too.
if (process.env[devVariable] !== undefined) guardHosts(process.env[allowedHosts] ?? "")
if (process.env[devVariable] === String(process.ppid)) await watch()

/** The interface of `@trivet/mail` for tools. */
interface AppMails {
  watch(listener: (mail: KeptMail) => void): void
}

async function watch(): Promise<void> {
  const imports = noteImports()
  endWithParent()
  // The tool reports failures before the program serves; later ones are handled by the program itself.
  const fail = (error: unknown) => {
    tell({ kind: "imports", files: ownFiles(imports) })
    tell({ kind: "failed", report: serializeFailure(error, imports) }, () => process.exit(1))
  }
  process.on("uncaughtException", fail)
  let place: string | undefined
  let described: AppDescription | undefined
  let jobs: AppJobs | undefined
  const listening = async ({ port, address }: Pick<AddressInfo, "port" | "address">, server?: Server) => {
    process.off("uncaughtException", fail)
    tell({ kind: "imports", files: ownFiles(imports) })
    const found = await placeOf(address, port, server)
    place = found.url
    tell({ kind: "listening", ...found, workers: server === undefined })
  }
  const recorder = new Recorder((call) => tell({ kind: "call", call }))
  const watcher: Watcher = {
    ...recorder.watcher,
    log: (log) => recorder.watcher.log(process.stdout.isTTY ? logBesideTool(log) : log),
    built: ({ describe, operations, find }) => {
      operations.watch(recorder.operation)
      jobs = find(jobsKey) as AppJobs | undefined
      const mails = find(mailsKey) as AppMails | undefined
      mails?.watch((mail) => tell({ kind: "mail", mail }))
      described = describe()
      const uses = [databaseKey, redisKey, mailKey].map(find).filter((text) => typeof text === "string")
      tell({ kind: "facts", uses, quiet: quietRoutes(described), ids: logsIds() })
      tell({ kind: "application", application: describeForDashboard(described, mails !== undefined) })
    },
  }
  Object.assign(globalThis, { [watchKey]: watcher, [configNotesKey]: [] })
  answerAsks(
    recorder,
    () => ({ place, described, jobs }),
    (ask, answer) => tell({ kind: "answer", ask, answer }),
  )
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    const { server } = message as { readonly server: Server }
    const address = server.address()
    if (typeof address === "object" && address !== null) void listening(address, server)
  })
  // With workers, this process itself does not listen.
  const { default: cluster } = await import("node:cluster")
  cluster.once("listening", (_, { port, address }) => void listening({ port, address: address ?? "::" }))
}

const loopback: readonly string[] = ["127.0.0.1", "::1"]

/** The address of a server. `localhost` has two addresses, and another program may answer at one of them. */
async function placeOf(
  address: string,
  port: number,
  server: Server | undefined,
): Promise<Pick<Extract<DevMessage, { kind: "listening" }>, "url" | "others">> {
  const urlOf = (host: string) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  if (address !== "::" && address !== "0.0.0.0" && !loopback.includes(address))
    return { url: urlOf(address), others: [] }
  const answers =
    server === undefined ? [] : await Promise.all(loopback.map((host) => whoAnswers(server, host, port)))
  const others = loopback.filter((_, at) => answers[at] === "other").map(urlOf)
  if (others.length === 0) return { url: urlOf("localhost"), others }
  const own = loopback.find((_, at) => answers[at] === "own")
  return { url: own && urlOf(own), others }
}

/** The imported files without installed packages. Packages of a workspace are links to folders elsewhere. */
function ownFiles(imports: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const files = imports.map(([, to]) => fileURLToPath(to.replace(/[?#].*$/, "")))
  return [...new Set(files)].filter((file) => !file.split(sep).includes("node_modules"))
}

function tell(message: DevMessage, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}

import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { Dashboard } from "../dashboard/dashboard.ts"
import { MailFile } from "../dashboard/mails/mail-file.ts"
import { serveDashboard } from "../dashboard/serve-dashboard.ts"
import type { ShownCall } from "../dashboard/shown-call.ts"
import type { Entry } from "../inspect/find-entry.ts"
import { DevChild } from "./dev-child.ts"
import { middlewaresOfApp, rowsOf, type RouteRow } from "../routes/route-row.ts"
import { selectRoutes } from "../routes/select-routes.ts"
import { factsOf } from "./app-facts.ts"
import type { DevMessage } from "./dev-message.ts"
import type { DevScreen } from "./dev-screen.ts"
import { isQuiet } from "./is-quiet.ts"
import { openInBrowser } from "./open-in-browser.ts"
import { routeChanges } from "./route-changes.ts"
import { SourceWatch } from "./source-watch.ts"
import { TerminalKeys } from "./terminal-keys.ts"

/** Runs a program, and restarts it whenever a file changes, until it is interrupted. */
export class DevSession {
  readonly #entry: Entry
  readonly #screen: DevScreen
  #shown: readonly RouteRow[] | undefined
  #facts: Extract<DevMessage, { kind: "facts" }> | undefined
  #hasHeader = false
  #began = 0
  #failed = false
  readonly #dashboard = new Dashboard(new MailFile(process.cwd()))
  /** The address of the dashboard. */
  #place: string | undefined
  #keys: TerminalKeys | undefined

  constructor(entry: Entry, screen: DevScreen) {
    this.#entry = entry
    this.#screen = screen
  }

  /** Runs until the signal, or until the key `q` is pressed. */
  async run(interrupted: AbortSignal): Promise<void> {
    const quit = new AbortController()
    const signal = AbortSignal.any([interrupted, quit.signal])
    const { file, folder } = this.#entry
    const short = (path: string) => relative(process.cwd(), path) || "."
    const served = isProduction() ? undefined : await serveDashboard(this.#dashboard)
    this.#place = served?.url
    const watch = new SourceWatch(dirname(file), [join(process.cwd(), ".env")])
    this.#screen.begin(nameOfPackage(folder), short(file))
    this.#keys = TerminalKeys.read({
      d: () => void this.#openDashboard(),
      r: () => this.#showRoutes(),
      q: () => quit.abort(),
    })
    try {
      while (!signal.aborted) {
        watch.settle()
        const child = this.#start(watch)
        const changed = await watch.next(signal)
        if (changed !== undefined) this.#screen.changed(changed.map(short))
        else if (child.isRunning) this.#screen.stopping()
        await child.stop()
      }
    } finally {
      this.#keys?.close()
      watch.close()
      await served?.close()
    }
  }

  #start(watch: SourceWatch): DevChild {
    this.#began = performance.now()
    this.#failed = false
    this.#screen.starting()
    const child = new DevChild(this.#entry.file, {
      message: (message) => {
        this.#dashboard.hear(message)
        if (message.kind === "imports") watch.include(message.files)
        else this.#hear(message)
      },
      ended: (outcome) => {
        const how = typeof outcome === "string" ? `was ended by ${outcome}` : `ended with ${outcome}`
        this.#screen.waiting(this.#failed ? "not running" : `the program ${how}`)
        this.#dashboard.end()
      },
    })
    this.#dashboard.begin((asked) => child.ask(asked))
    return child
  }

  #hear(message: DevMessage): void {
    if (message.kind === "listening") {
      if (!this.#hasHeader) this.#showHeader()
      for (const url of message.others) this.#screen.other(url)
      // Last, so that it stands below all that the start has printed.
      if (message.url !== undefined) this.#screen.ready(message.url, performance.now() - this.#began)
    } else if (message.kind === "application") {
      const rows = this.#rows()
      if (this.#shown !== undefined) this.#screen.changes(routeChanges(this.#shown, rows))
      this.#shown = rows
    } else if (message.kind === "facts") this.#facts = message
    else if (message.kind === "call") this.#hearCall(message.call)
    else if (message.kind === "failed") {
      this.#failed = true
      this.#screen.failure(message.report)
    }
  }

  /** Without a terminal, the log of the program has a line for each call. */
  #hearCall(call: ShownCall): void {
    if (!this.#screen.isTerminal || call.ms === undefined) return
    const { quiet = [], ids = false } = this.#facts ?? {}
    if (ids || !isQuiet(call, quiet)) this.#screen.call(call, ids)
  }

  #showHeader(): void {
    this.#hasHeader = true
    const { application } = this.#dashboard
    const facts = application === undefined ? [] : factsOf(application.app, this.#facts?.uses ?? [])
    const open = this.#place === undefined ? [] : [["d", "dashboard"] as const]
    const keys = this.#keys === undefined ? [] : [...open, ["r", "routes"] as const, ["q", "quit"] as const]
    this.#screen.header({ dashboard: this.#place, facts, keys })
  }

  #showRoutes(): void {
    const { application } = this.#dashboard
    if (application !== undefined) this.#screen.routes(this.#rows(), middlewaresOfApp(application.app))
  }

  #rows(): readonly RouteRow[] {
    const { application } = this.#dashboard
    return application === undefined ? [] : rowsOf(selectRoutes(application.app.routes), application.app)
  }

  async #openDashboard(): Promise<void> {
    if (this.#place === undefined) return
    // The address helps where there is no browser, as in a container.
    if (!(await openInBrowser(this.#place))) this.#screen.dashboard(this.#place)
  }
}

/** The name in the package.json of a folder. */
function nameOfPackage(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name?: unknown
    }
    return typeof name === "string" ? name : undefined
  } catch {
    return undefined
  }
}

/** In production nothing is recorded, and nothing may be shown. */
function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production"
}

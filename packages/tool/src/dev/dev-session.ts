import { dirname, join, relative } from "node:path"
import { Dashboard } from "../dashboard/dashboard.ts"
import { serveDashboard } from "../dashboard/serve-dashboard.ts"
import { explainFailure } from "../inspect/explain-crash.ts"
import type { Entry } from "../inspect/find-entry.ts"
import { framesOf } from "../inspect/frame-of.ts"
import { DevChild } from "./dev-child.ts"
import type { DevMessage, DevRoute } from "./dev-message.ts"
import type { DevScreen } from "./dev-screen.ts"
import { routeChanges } from "./route-changes.ts"
import { SourceWatch } from "./source-watch.ts"

/** Runs a program, and restarts it whenever a file changes, until it is interrupted. */
export class DevSession {
  readonly #entry: Entry
  readonly #screen: DevScreen
  #shown: readonly DevRoute[] | undefined
  #began = 0
  #failed = false
  readonly #dashboard = new Dashboard()
  /** The address of the dashboard, until it was shown. */
  #place: string | undefined

  constructor(entry: Entry, screen: DevScreen) {
    this.#entry = entry
    this.#screen = screen
  }

  async run(signal: AbortSignal): Promise<void> {
    const { file } = this.#entry
    const short = (path: string) => relative(process.cwd(), path) || "."
    const served = isProduction() ? undefined : await serveDashboard(this.#dashboard)
    this.#place = served?.url
    const watch = new SourceWatch(dirname(file), [join(process.cwd(), ".env")])
    this.#screen.begin(short(file), short(dirname(file)))
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
      watch.close()
      await served?.close()
    }
  }

  #start(watch: SourceWatch): DevChild {
    this.#began = performance.now()
    this.#failed = false
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
      if (message.url !== undefined) this.#screen.ready(message.url, performance.now() - this.#began)
      // Shown once, because it stays the same.
      if (this.#place !== undefined) this.#screen.dashboard(this.#place)
      this.#place = undefined
      for (const url of message.others) this.#screen.other(url)
    } else if (message.kind === "routes") {
      if (this.#shown === undefined) this.#screen.routes(message.routes)
      else this.#screen.changes(routeChanges(this.#shown, message.routes))
      this.#shown = message.routes
    } else if (message.kind === "failed") this.#serializeFailure(message.report)
  }

  #serializeFailure(report: Extract<DevMessage, { kind: "failed" }>["report"]): void {
    this.#failed = true
    const findings = explainFailure(report)
    if (findings.length > 0 || report.kind === "refused") return this.#screen.findings(findings)
    const { name, message } = report.error
    this.#screen.error(`${name}: ${message}`, framesOf(report.error).slice(0, 4))
  }
}

/** In production nothing is recorded, and nothing may be shown. */
function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production"
}

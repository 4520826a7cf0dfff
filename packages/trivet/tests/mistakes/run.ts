import { type AppOptions, BootFault, createApp, Fault, type Log, type Module } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"

/** What an application of the corpus exports. */
interface Application {
  readonly root: Module
  readonly options?: Partial<AppOptions>
  /** A call that it must answer; some mistakes show only then. */
  readonly call?: { readonly method: string; readonly path: string; readonly body?: unknown }
}

/** A fault as the test reads it from this process. */
export interface ReportedFault {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly chain: readonly string[]
  readonly where?: string
}

/** What became of one application. */
export interface RunResult {
  readonly faults: readonly ReportedFault[]
  /** What a developer reads. */
  readonly report?: string
  /** What was thrown, if not by the framework. */
  readonly error?: { readonly name: string; readonly message: string; readonly stack: string }
  readonly status?: number
}

async function runOne(path: string): Promise<RunResult> {
  try {
    return await start((await import(path)) as Application)
  } catch (thrown) {
    if (thrown instanceof BootFault) return { faults: thrown.faults.map(reported), report: thrown.message }
    if (thrown instanceof Fault) return { faults: [reported(thrown)], report: reportOf(thrown) }
    const { name, message, stack = "" } = thrown as Error
    return { faults: [], error: { name, message, stack } }
  }
}

async function start({ root, options, call }: Application): Promise<RunResult> {
  const faults: Fault[] = []
  const ignore = () => undefined
  const log: Log = {
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (fields: object | string) => {
      if (typeof fields === "object" && "err" in fields && fields.err instanceof Fault)
        faults.push(fields.err)
    },
    fatal: ignore,
    child: () => log,
  }
  const app = await createApp(root, { platform: api(), log, ...options })
  try {
    if (call === undefined) return { faults: [] }
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
    const request = new Request(`http://localhost${call.path}`, { method: call.method, ...body })
    const { status } = await toFetch(app)(request)
    return { faults: faults.map(reported), report: faults.map(reportOf).join("\n"), status }
  } finally {
    await app.stop()
  }
}

function reported({ code, message, fix, chain, where }: Fault): ReportedFault {
  return { code, message, fix, chain, ...(where !== undefined && { where }) }
}

function reportOf({ code, message, fix, where }: Fault): string {
  return [code, `   ${message}`, `   at ${where}`, `   fix: ${fix}`].join("\n")
}

const paths = process.argv.slice(2)
const results: Record<string, RunResult> = {}
for (const path of paths) results[path] = await runOne(path)
process.stdout.write(JSON.stringify(results))

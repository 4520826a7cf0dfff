// Makes the applications of many mistakes, one after another, in one process: a process for each costs far more than what is
// looked for. The parent sends the files and gets their reports, as the tool's inspector writes them.
import { once } from "node:events"
import { type AppOptions, createApp, type Module } from "trivet"
import { api } from "trivet/api"
import type { Inspected } from "trivet/extend"
import type { Report } from "../../src/inspect/report.ts"
import { serializeApp } from "../../src/inspect/serialize-app.ts"
import { noteImports, serializeFailure } from "../../src/inspect/serialize-failure.ts"

const imports = noteImports()

function look(inspected: Inspected): Report {
  const app = serializeApp(inspected.describe(inspected.build()))
  return { kind: "application", app, documents: [], calls: [] }
}

/** What becomes of one file: its call of `createApp()` never returns. */
function reportOf(file: string): Promise<Report> {
  const reported = Promise.withResolvers<Report>()
  const tell = (make: () => Report) => reported.resolve(Promise.try(make))
  Object.assign(globalThis, {
    [Symbol.for("trivet.inspection")]: (inspected: Inspected) => tell(() => look(inspected)),
  })
  const made = import(file).then(({ root, options }: { root: Module; options?: Partial<AppOptions> }) =>
    createApp(root, { platform: api(), ...options }),
  )
  made.catch((error: unknown) => reported.reject(error))
  return reported.promise.catch((error: unknown) => serializeFailure(error, [...imports]))
}

const [files] = (await once(process, "message")) as [readonly string[]]
const reports: Report[] = []
for (const file of files) reports.push(await reportOf(file))
process.send!(reports, () => process.exit())

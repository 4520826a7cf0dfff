// Runs in the application's process, before its entry file. It must not import the framework: a second copy beside the
// application's own would be a fault.
import { flushCompileCache } from "node:module"
import type { Inspected } from "trivet/extend"
import { inspectionKey } from "../program-keys.ts"
import { type Question, questionVariable, type Report } from "./report.ts"
import { serializeApp, serializeDocuments } from "./serialize-app.ts"
import { noteImports, serializeFailure } from "./serialize-failure.ts"

const imports = noteImports()
let told = false

const question = JSON.parse(process.env[questionVariable] ?? "{}") as Question
delete process.env[questionVariable]

Object.assign(globalThis, {
  [inspectionKey]: (inspected: Inspected) => tell(look(inspected)),
})

process.on("uncaughtException", (error) => tell(serializeFailure(error, imports)))
process.on("beforeExit", () => tell({ kind: "silent" }))
// The IPC channel alone must not keep a program running that has finished.
process.channel?.unref()

function look(inspected: Inspected): Report {
  try {
    const built = inspected.build()
    const description = inspected.describe(built)
    return {
      kind: "application",
      app: serializeApp(description),
      documents: question.documents === true ? serializeDocuments(description) : [],
      calls: (question.calls ?? []).map(({ method, path }) => inspected.explain(built, method, path)),
    }
  } catch (error) {
    return serializeFailure(error, imports)
  }
}

function tell(report: Report): void {
  if (told) return
  told = true
  // The tool ends this process as soon as it has the report: without a flush, the compile cache would be lost.
  flushCompileCache()
  process.channel?.ref()
  process.send?.(report, () => process.exit())
}

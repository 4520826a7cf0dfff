// Runs in the application's process, before its entry file. It must import nothing of the framework: a second copy
// beside the application's own would be a fault.
import { registerHooks } from "node:module"
import type { Inspected } from "trivet"
import { frameOf } from "./frame-of.ts"
import { type Question, questionVariable, type Report, type ToldError, type ToldFault } from "./report.ts"
import { tellApp } from "./tell-app.ts"

const imports: (readonly [from: string, to: string])[] = []
let told = false

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    if (context.parentURL !== undefined && found.url.startsWith("file:"))
      imports.push([context.parentURL, found.url])
    return found
  },
})

const question = JSON.parse(process.env[questionVariable] ?? "{}") as Question
delete process.env[questionVariable]

Object.assign(globalThis, {
  [Symbol.for("trivet.inspection")]: (inspected: Inspected) => tell(look(inspected)),
})

process.on("uncaughtException", (error) => tell(failureOf(error)))
process.on("beforeExit", () => tell({ kind: "silent" }))
// The tool's pipe alone must not keep a program running that has nothing more to do.
process.channel?.unref()

function look(inspected: Inspected): Report {
  try {
    const built = inspected.build()
    return {
      kind: "application",
      app: tellApp(inspected.describe(built)),
      calls: (question.calls ?? []).map(({ method, path }) => inspected.explain(built, method, path)),
    }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): Report {
  const faults = faultsOf(error)
  return faults === undefined
    ? { kind: "broken", error: toldError(error), imports }
    : { kind: "refused", faults }
}

function tell(report: Report): void {
  if (told) return
  told = true
  process.channel?.ref()
  process.send?.(report, () => process.exit())
}

/** The faults that boot raised together, or one that a call such as `dto()` raised before. Told by shape: the class is the application's. */
function faultsOf(error: unknown): readonly ToldFault[] | undefined {
  if (!(error instanceof Error)) return undefined
  const faults: unknown =
    "faults" in error ? error.faults : "fix" in error && "code" in error ? [error] : undefined
  if (!Array.isArray(faults)) return undefined
  return (faults as readonly (ToldFault & Error)[]).map(({ code, message, fix, chain, where, stack }) => ({
    code,
    message,
    fix,
    chain,
    where: where ?? (faults.length === 1 && "fix" in error ? frameOf({ stack: stack ?? "" }) : undefined),
  }))
}

function toldError(thrown: unknown): ToldError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    name: error.name,
    message: error.message,
    stack: error.stack ?? "",
    code: "code" in error && typeof error.code === "string" ? error.code : undefined,
  }
}

import { registerHooks } from "node:module"
import { frameOf, framesOf } from "./frame-of.ts"
import type { Report, SerializedError, SerializedFault } from "./report.ts"

type Edges = Extract<Report, { kind: "broken" }>["imports"]

/**
 * Records which file imports which, from now on until the signal. Like this whole file, it runs in the application's
 * process.
 */
export function noteImports(until?: AbortSignal): Edges {
  const imports: (readonly [from: string, to: string])[] = []
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (context.parentURL !== undefined && found.url.startsWith("file:"))
        imports.push([context.parentURL, found.url])
      return found
    },
  })
  until?.addEventListener("abort", () => hooks.deregister(), { once: true })
  return imports
}

/** A thrown error in a form that can be sent to another process. */
export function serializeFailure(
  error: unknown,
  imports: Edges,
): Exclude<Report, { kind: "application" | "silent" }> {
  const faults = faultsOf(error)
  return faults === undefined
    ? { kind: "broken", error: serializeError(error), imports }
    : { kind: "refused", faults }
}

/**
 * The faults of boot, or one that a call such as `dto()` threw before. Recognized by shape, because the class is the
 * application's copy.
 */
function faultsOf(error: unknown): readonly SerializedFault[] | undefined {
  if (!(error instanceof Error)) return undefined
  const faults: unknown =
    "faults" in error ? error.faults : "fix" in error && "code" in error ? [error] : undefined
  if (!Array.isArray(faults)) return undefined
  return (faults as readonly (Omit<SerializedFault, "cause"> & Error)[]).map(
    ({ code, message, fix, chain, where, stack, cause }) => ({
      code,
      message,
      fix,
      chain,
      where: where ?? (faults.length === 1 && "fix" in error ? frameOf({ stack: stack ?? "" }) : undefined),
      ...(cause instanceof Error && { cause: causeOf(cause) }),
    }),
  )
}

function serializeError(thrown: unknown): SerializedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    name: error.name,
    message: error.message,
    stack: error.stack ?? "",
    code: "code" in error && typeof error.code === "string" ? error.code : undefined,
  }
}

function causeOf(cause: Error): string {
  const frames = framesOf({ stack: cause.stack ?? "" }).slice(0, 3)
  return [`${cause.name}: ${cause.message}`, ...frames.map((frame) => `  at ${frame}`)].join("\n")
}

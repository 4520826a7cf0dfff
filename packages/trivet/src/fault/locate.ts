import { findInSource, type SourcePlace } from "./find-in-source.ts"
import { shortPath } from "./short-path.ts"

/** Finds where functions and classes were written; `undefined` where the runtime cannot tell. */
export interface Locator {
  /** `marks` are texts that stand on the wanted line inside the function; without them it is where it begins. */
  locate(subject: unknown, marks?: readonly string[]): string | undefined
  close(): void
}

interface InspectorSession {
  connect(): void
  disconnect(): void
  on(
    event: "Debugger.scriptParsed",
    listener: (message: { params: { scriptId: string; url: string } }) => void,
  ): void
  post(method: string, params?: object): void
  post(method: string, params: object, callback: (error: Error | null, result: InspectorResult) => void): void
}

interface InspectorResult {
  readonly result?: { readonly objectId?: string }
  readonly internalProperties?: readonly {
    readonly name: string
    readonly value?: { readonly value?: Place }
  }[]
}

interface Place extends SourcePlace {
  readonly scriptId: string
}

const slot = "trivet:located"

/**
 * Opens the inspector of Node, which knows where a function was written. It costs milliseconds: use it to report
 * faults and to describe an application, never during a call. Elsewhere it locates nothing.
 */
export function openLocator(): Locator {
  const scripts = new Map<string, string>()
  const session = openSession(scripts)
  if (session === undefined) return { locate: () => undefined, close: () => undefined }
  return {
    locate: (subject, marks = []) => {
      const place = typeof subject === "function" ? placeOf(session, subject) : undefined
      const url = place === undefined ? undefined : scripts.get(place.scriptId)
      if (place === undefined || !url) return undefined
      const { lineNumber, columnNumber } = findInSource(String(subject), place, marks) ?? place
      return `${shortPath(url)}:${lineNumber + 1}:${columnNumber + 1}`
    },
    close: () => session.disconnect(),
  }
}

/** A session that notes the scripts as they are told. Bun has an inspector, too, and refuses to be asked by its own program. */
function openSession(scripts: Map<string, string>): InspectorSession | undefined {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
    const inspector = process?.getBuiltinModule?.("node:inspector") as
      | { Session: new () => InspectorSession }
      | undefined
    if (inspector === undefined) return undefined
    const session = new inspector.Session()
    session.connect()
    session.on("Debugger.scriptParsed", ({ params }) => scripts.set(params.scriptId, params.url))
    session.post("Debugger.enable")
    return session
  } catch {
    return undefined
  }
}

function placeOf(session: InspectorSession, subject: object): Place | undefined {
  const globals = globalThis as Record<string, unknown>
  globals[slot] = subject
  try {
    let place: Place | undefined
    // Within one thread the inspector calls back before `post` returns.
    session.post("Runtime.evaluate", { expression: `globalThis[${JSON.stringify(slot)}]` }, (_, answer) => {
      const objectId = answer?.result?.objectId
      if (objectId === undefined) return
      session.post("Runtime.getProperties", { objectId, ownProperties: true }, (_error, properties) => {
        place = properties?.internalProperties?.find((property) => property.name === "[[FunctionLocation]]")
          ?.value?.value
      })
      session.post("Runtime.releaseObject", { objectId })
    })
    return place
  } finally {
    delete globals[slot]
  }
}

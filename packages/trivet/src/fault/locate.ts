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
  on(event: "Debugger.scriptParsed", listener: (message: { params: Script }) => void): void
  post(method: string, params?: object): void
  post(
    method: "Profiler.getBestEffortCoverage",
    callback: (error: Error | null, answer?: { readonly result: readonly Script[] }) => void,
  ): void
  post(method: string, params: object, callback: (error: Error | null, result: InspectorResult) => void): void
}

interface InspectorResult {
  readonly result?: { readonly objectId?: string }
  readonly internalProperties?: readonly {
    readonly name: string
    readonly value?: { readonly value?: Place }
  }[]
}

interface Script {
  readonly scriptId: string
  readonly url: string
}

interface Place extends SourcePlace {
  readonly scriptId: string
}

/** The name of the global variable through which the inspector sees a function. */
const slot = "trivetLocated"

/**
 * Opens the inspector of Node, which knows where a function was written. It costs milliseconds: use it to report
 * faults and to describe an application, never during a call. Elsewhere it locates nothing.
 */
export function openLocator(): Locator {
  const session = openSession()
  if (session === undefined) return { locate: () => undefined, close: () => undefined }
  const urlOf = urlsOf(session)
  return {
    locate: (subject, marks = []) => {
      const place = typeof subject === "function" ? placeOf(session, subject) : undefined
      const url = place && urlOf(place.scriptId)
      if (!place || !url) return undefined
      const { lineNumber, columnNumber } = findInSource(String(subject), place, marks) ?? place
      return `${shortPath(url)}:${lineNumber + 1}:${columnNumber + 1}`
    },
    close: () => session.disconnect(),
  }
}

/** A session; none where there is no inspector, or, as on Bun, one that its own program must not ask. */
function openSession(): InspectorSession | undefined {
  try {
    const { process } = globalThis as unknown as {
      process: { getBuiltinModule(name: "node:inspector"): { Session: new () => InspectorSession } }
    }
    const session = new (process.getBuiltinModule("node:inspector").Session)()
    session.connect()
    session.post("Profiler.enable")
    return session
  } catch {
    return undefined
  }
}

/**
 * Tells the address of a script. The debugger knows all scripts, but it hashes the text of each first: that takes longer
 * than all else here. The profiler knows most of those that have run, so it is asked first.
 */
function urlsOf(session: InspectorSession): (scriptId: string) => string | undefined {
  const scripts = new Map<string, string>()
  const note = ({ scriptId, url }: Script) => void scripts.set(scriptId, url)
  const ways = [
    () =>
      session.post("Profiler.getBestEffortCoverage", (_, answer) => {
        for (const script of answer?.result ?? []) note(script)
      }),
    () => {
      session.on("Debugger.scriptParsed", ({ params }) => note(params))
      session.post("Debugger.enable")
    },
  ]
  return (id) => {
    while (!scripts.has(id) && ways[0] !== undefined) ways.shift()!()
    return scripts.get(id)
  }
}

function placeOf(session: InspectorSession, subject: object): Place | undefined {
  const globals = globalThis as Record<string, unknown>
  globals[slot] = subject
  try {
    let place: Place | undefined
    // Within one thread the inspector calls back before `post` returns.
    session.post("Runtime.evaluate", { expression: slot }, (_, answer) => {
      const objectId = answer?.result?.objectId
      if (objectId === undefined) return
      session.post("Runtime.getProperties", { objectId, ownProperties: true }, (_error, properties) => {
        place = properties?.internalProperties?.find((property) => property.name === "[[FunctionLocation]]")
          ?.value?.value
      })
    })
    return place
  } finally {
    delete globals[slot]
  }
}

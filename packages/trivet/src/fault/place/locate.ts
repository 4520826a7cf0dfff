import { findInSource, type SourcePlace } from "./find-in-source.ts"
import { shortPath } from "./short-path.ts"

/** Finds where functions and classes are defined; `undefined` if the runtime cannot. */
export interface Locator {
  /** `marks` are texts on the wanted line inside the function; without them, the result is where the function begins. */
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

/** The global variable through which the inspector accesses a function. */
const slot = "trivetLocated"

/**
 * Opens Node's inspector, which knows where a function is defined. It costs milliseconds: use it to report faults and
 * to describe an application, never during a call. On other runtimes it locates nothing.
 */
export function openLocator(): Locator {
  const session = openSession()
  if (session === undefined) return { locate: () => undefined, close: () => undefined }
  const urlOf = urlsOf(session)
  return {
    locate: (subject, marks = []) => {
      const place = typeof subject === "function" ? placeOfFunction(session, subject) : undefined
      const url = place && urlOf(place.scriptId)
      if (!place || !url) return undefined
      const { lineNumber, columnNumber } = findInSource(String(subject), place, marks) ?? place
      return `${shortPath(url)}:${lineNumber + 1}:${columnNumber + 1}`
    },
    close: () => session.disconnect(),
  }
}

/** A session; `undefined` without an inspector, or if the program must not use its own, as on Bun. */
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
 * Returns a function that finds the URL of a script. The debugger knows all scripts but first hashes the text of each,
 * which takes longer than everything else here. The profiler knows most scripts that have run, so it is used first.
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

function placeOfFunction(session: InspectorSession, subject: object): Place | undefined {
  const globals = globalThis as Record<string, unknown>
  globals[slot] = subject
  try {
    let place: Place | undefined
    // In the same thread, the inspector calls back before `post` returns.
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

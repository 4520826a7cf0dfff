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
    method: string,
    params: object,
    callback: (error: Error | null, result: InspectorResult | undefined) => void,
  ): void
}

interface InspectorResult {
  /** An object, or the scripts. */
  readonly result?: { readonly objectId?: string } | readonly Script[]
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

const slot = "trivet:located"

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
      const url = place === undefined ? undefined : urlOf(place.scriptId)
      if (place === undefined || !url) return undefined
      const { lineNumber, columnNumber } = findInSource(String(subject), place, marks) ?? place
      return `${shortPath(url)}:${lineNumber + 1}:${columnNumber + 1}`
    },
    close: () => session.disconnect(),
  }
}

/** A session. Bun has an inspector, too, and refuses to be asked by its own program. */
function openSession(): InspectorSession | undefined {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
    const inspector = process?.getBuiltinModule?.("node:inspector") as
      | { Session: new () => InspectorSession }
      | undefined
    if (inspector === undefined) return undefined
    const session = new inspector.Session()
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
      session.post("Profiler.getBestEffortCoverage", {}, (_, answer) => {
        if (Array.isArray(answer?.result))
          for (const script of answer.result as readonly Script[]) note(script)
      }),
    () => {
      session.on("Debugger.scriptParsed", ({ params }) => note(params))
      session.post("Debugger.enable")
    },
  ]
  return (scriptId) => {
    while (!scripts.has(scriptId) && ways.length > 0) ways.shift()!()
    return scripts.get(scriptId)
  }
}

function placeOf(session: InspectorSession, subject: object): Place | undefined {
  const globals = globalThis as Record<string, unknown>
  globals[slot] = subject
  try {
    let place: Place | undefined
    // Within one thread the inspector calls back before `post` returns.
    session.post("Runtime.evaluate", { expression: `globalThis[${JSON.stringify(slot)}]` }, (_, answer) => {
      const objectId = answer?.result && "objectId" in answer.result ? answer.result.objectId : undefined
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

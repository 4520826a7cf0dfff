import { Session } from "node:inspector"
import type { Profile } from "./hot-functions.ts"
import { shortPath } from "./short-path.ts"

/** A function that runs in the application's thread, as V8 describes it. */
interface Frame {
  readonly functionName: string
  readonly location: {
    readonly scriptId: string
    readonly lineNumber: number
    readonly columnNumber?: number | undefined
  }
}

/** Where the application's thread is now, innermost function first; empty if it is in no JavaScript. */
export async function stackOfMain(milliseconds: number): Promise<readonly string[]> {
  return inspecting(async (post, session) => {
    const paused = new Promise<readonly Frame[]>((tell) => {
      session.once("Debugger.paused", ({ params }) => tell(params.callFrames))
      setTimeout(() => tell([]), milliseconds).unref()
    })
    const files = new Map<string, string>()
    session.on("Debugger.scriptParsed", ({ params }) => files.set(params.scriptId, params.url))
    await post("Debugger.enable")
    await post("Debugger.pause")
    const frames = await paused
    // Disabling also lets a thread run on that pauses only now.
    await post("Debugger.disable")
    return frames.map(
      ({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) =>
        `at ${functionName || "<anonymous>"} (${shortPath(files.get(scriptId) ?? "")}:${lineNumber + 1}:${columnNumber + 1})`,
    )
  })
}

/** A profile of the application's thread over some seconds, as the developer tools of browsers read it (`.cpuprofile`). */
export async function profileMain(seconds: number): Promise<Profile> {
  return inspecting(async (post) => {
    await post("Profiler.enable")
    await post("Profiler.start")
    await new Promise((go) => setTimeout(go, seconds * 1_000))
    const { profile } = (await post("Profiler.stop")) as { readonly profile: Profile }
    await post("Profiler.disable")
    return profile
  })
}

/** Writes the objects of the application's thread (`.heapsnapshot`). The application pauses meanwhile. */
export async function writeHeapOfMain(write: (piece: string) => void): Promise<void> {
  await inspecting(async (post, session) => {
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ params }) => write(params.chunk))
    await post("HeapProfiler.takeHeapSnapshot")
  })
}

type Post = (method: string) => Promise<unknown>

async function inspecting<Result>(work: (post: Post, session: Session) => Promise<Result>): Promise<Result> {
  const session = new Session()
  session.connectToMainThread()
  const post: Post = (method) =>
    new Promise((done, fail) => {
      session.post(method, (error, result) => (error === null ? done(result) : fail(error)))
    })
  try {
    return await work(post, session)
  } finally {
    session.disconnect()
  }
}

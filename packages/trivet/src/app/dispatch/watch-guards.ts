import { Call } from "../../context/call.ts"
import { passed, type Run } from "./compiled-route.ts"
import { tellDone } from "./finish-reply.ts"
import { statusOf } from "./status-of.ts"

/** How long a connection stays open while its guards fail, in milliseconds. */
const longestUndecided = 10_000

/**
 * Runs the guards of a call again every `interval` milliseconds. Calls `end(true)` when they reject the call, and
 * `end(false)` when they could not decide for more than 10 seconds. The returned function stops this.
 */
export function watchGuards(
  call: Call,
  guards: Run,
  interval: number,
  end: (isRejected: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = async () => {
    /** Number of consecutive runs in which the guards could not decide. */
    let undecided = 0
    // The first run is randomized, so that connections that opened together are not checked together.
    for (let wait = interval * (0.5 + Math.random() / 2); ; wait = interval) {
      await new Promise((go) => (timer = setTimeout(go, wait)))
      const isAllowed = await decideAgain(call, guards)
      undecided = isAllowed === undefined ? undecided + 1 : 0
      if (timer === undefined) return
      if (isAllowed === false || undecided * interval > longestUndecided) return end(isAllowed === false)
    }
  }
  void watch()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }
}

/** Whether the guards still allow a call; `undefined` if they fail. */
async function decideAgain({ settings, incoming, match }: Call, guards: Run): Promise<boolean | undefined> {
  // A new `Call` for each run: headers and listeners that guards add must not accumulate.
  const call = new Call(settings, incoming, match)
  try {
    const result: unknown = await guards(call)
    if (result === passed) return true
    return (await statusOf(result, call)) < 500 ? false : undefined
  } catch (error) {
    const { status } = Object(error) as { readonly status?: unknown }
    return typeof status === "number" && status < 500 ? false : undefined
  } finally {
    void tellDone(call.doneListeners ?? [], { status: 200, aborted: false }, call)
  }
}

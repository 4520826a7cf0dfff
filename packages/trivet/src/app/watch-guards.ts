import { Call } from "../context/call.ts"
import { passed, type Run } from "./compile-route.ts"
import { tellDone } from "./finish-reply.ts"
import { statusOf } from "./status-of.ts"

/** How long a connection stays open while its guards fail, in milliseconds. */
const longestUndecided = 10_000

/**
 * Has the guards of a call decide again, every so many milliseconds. Calls `end` when they reject it, with true, and when they
 * could not decide for 10 seconds. The function that it gives ends that.
 */
export function watchGuards(
  call: Call,
  guards: Run,
  interval: number,
  end: (isRejected: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = async () => {
    /** How often in a row the guards could not decide. */
    let undecided = 0
    // The first time is spread, also where many came at the same time.
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

/** Whether the guards still let a call pass; `undefined` if they cannot tell. */
async function decideAgain({ settings, incoming, match }: Call, guards: Run): Promise<boolean | undefined> {
  // A new one: what guards add to a call must not pile up.
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

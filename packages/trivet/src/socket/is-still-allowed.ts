import { passed } from "../app/compile-route.ts"
import { tellDone } from "../app/finish-reply.ts"
import { statusOf } from "../app/status-of.ts"
import { Call } from "../context/call.ts"
import type { SocketRoute } from "./socket-route.ts"

/** Whether the guards still let the request pass that opened a socket; `undefined` if they cannot tell. */
export async function isStillAllowed(
  { settings, incoming, match }: Call,
  route: SocketRoute,
): Promise<boolean | undefined> {
  // A new one: what guards add to a call must not pile up.
  const call = new Call(settings, incoming, match)
  try {
    const result: unknown = await route.guards(call)
    if (result === passed) return true
    return (await statusOf(result, call)) < 500 ? false : undefined
  } catch (error) {
    const { status } = Object(error) as { readonly status?: unknown }
    return typeof status === "number" && status < 500 ? false : undefined
  } finally {
    void tellDone(call.doneListeners ?? [], { status: 101, aborted: false }, call)
  }
}

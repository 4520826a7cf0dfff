import type { RouteField } from "../../app/route-field.ts"
import { isThenable } from "../../context/is-thenable.ts"
import { Reply } from "../../context/reply.ts"
import { isErrorMap, isMap, isStatusMap, statusOfError } from "../../context/returned-map.ts"
import { Html } from "./html.ts"
import { type View, Viewed } from "./view.ts"

/**
 * `view`: renders the handler's data, whatever way it was given. An error that a handler returned gets the site's page
 * for errors. What is no data stays as it is: markup, redirects, texts, streams.
 */
export const viewField: RouteField = {
  name: "view",
  compile: ({ record }, run) => {
    const view = record.view as View<unknown>
    return (call) => {
      const returned = run(call)
      return isThenable(returned)
        ? Promise.resolve(returned).then((value) => viewedOf(view, value))
        : viewedOf(view, returned)
    }
  },
}

function viewedOf(view: View<unknown>, returned: unknown): unknown {
  if (returned instanceof Reply) return viewedReply(view, returned)
  if (typeof returned === "object" && returned !== null) {
    if (isMap(returned)) {
      if (isErrorMap(returned)) return new Viewed(undefined, statusOfError(returned), returned)
      if (isStatusMap(returned))
        return viewedReply(view, new Reply(returned._status, undefined, undefined, returned.data))
    } else if (isFinished(returned)) return returned
  }
  return returned === undefined ? undefined : new Viewed(view, 200, returned)
}

function viewedReply(view: View<unknown>, reply: Reply): Reply {
  const { status, type, headers, body, value } = reply
  const json = type?.startsWith("application/json") ?? value !== undefined
  if (reply instanceof Viewed || !json || (value === undefined && typeof body !== "string")) return reply
  // 304 is said of the JSON; people get the page.
  if (status >= 300 && status < 400 && status !== 304) return reply
  return Object.assign(new Viewed(status >= 400 ? undefined : view, status, value), { type, headers, body })
}

function isFinished(value: object): boolean {
  return (
    value instanceof Html ||
    value instanceof Response ||
    value instanceof Uint8Array ||
    value instanceof ReadableStream ||
    Symbol.asyncIterator in value
  )
}

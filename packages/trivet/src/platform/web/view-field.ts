import { withReturned } from "../../app/dispatch/read-returned.ts"
import type { CompiledField } from "../../app/dispatch/route-field.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { type View, ViewReply } from "./view.ts"

/**
 * `view`: renders the handler's data, in whatever form it was returned. An error that a handler returned gets the
 * site's error page. Everything else is not changed: markup, redirects, texts, streams.
 */
export const viewField: CompiledField = {
  name: "view",
  compile: ({ record }, run) => {
    const view = record.view as View<unknown>
    return withReturned(run, (reply) => withView(view, reply))
  },
}

function withView(view: View<unknown>, reply: Reply): Reply {
  const { status, type, headers, body, value } = reply
  const json = type?.startsWith("application/json") ?? value !== undefined
  if (reply instanceof ViewReply || !json || (value === undefined && typeof body !== "string")) return reply
  // A 304 applies to the JSON; browsers get the page.
  if (status >= 300 && status < 400 && status !== 304) return reply
  return Object.assign(new ViewReply(status >= 400 ? undefined : view, status, value), {
    type,
    headers,
    body,
  })
}

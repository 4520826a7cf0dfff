import { withReturned } from "../../app/read-returned.ts"
import type { CompiledField } from "../../app/route-field.ts"
import type { Reply } from "../../context/reply.ts"
import { type View, ViewReply } from "./view.ts"

/**
 * `view`: renders the handler's data, whatever way it was given. An error that a handler returned gets the site's page
 * for errors. What is no data stays as it is: markup, redirects, texts, streams.
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
  // 304 is said of the JSON; people get the page.
  if (status >= 300 && status < 400 && status !== 304) return reply
  return Object.assign(new ViewReply(status >= 400 ? undefined : view, status, value), {
    type,
    headers,
    body,
  })
}

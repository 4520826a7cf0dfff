import type { RouteField } from "../../app/route-field.ts"
import { Reply } from "../../context/reply.ts"
import { Html } from "./html.ts"
import { Redirect } from "./redirect.ts"
import { type View, Viewed } from "./view.ts"

/** `view`: renders the handler's data. What is a reply, markup or a redirect already stays as it is. */
export const viewField: RouteField = {
  name: "view",
  compile: ({ record }, run) => {
    const view = record.view as View<unknown>
    const viewed = (value: unknown) => (isFinished(value) ? value : new Viewed(view, value))
    return (call) => {
      const returned = run(call)
      return returned instanceof Promise ? returned.then(viewed) : viewed(returned)
    }
  },
}

function isFinished(value: unknown): boolean {
  return (
    value === undefined ||
    value instanceof Reply ||
    value instanceof Html ||
    value instanceof Redirect ||
    value instanceof Response
  )
}

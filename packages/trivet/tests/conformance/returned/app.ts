import { command, type Context, get, module, type Module } from "trivet"
import { returnedValues } from "./values.ts"

/** Returns a value in place of what it wraps. */
function returning(make: (ctx: Context) => unknown) {
  return { name: "returning", handle: (ctx: Context) => make(ctx) }
}

/** Each value, returned by a handler under `/handler/<name>` and by a middleware under `/middleware/<name>`. */
class ReturnedController {
  routes() {
    return returnedValues.flatMap(({ name, make }) => [
      get(`/handler/${name}`, make),
      { ...get(`/middleware/${name}`, () => "never"), middlewares: [returning(make)] },
      command(`handler/${name}`, make),
      { ...command(`middleware/${name}`, () => "never"), middlewares: [returning(make)] },
    ])
  }
}

export const ReturnedModule: Module = module({ name: "returned", declarations: [ReturnedController] })

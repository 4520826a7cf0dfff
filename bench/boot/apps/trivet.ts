import { type Context, createApp, inject, type Module, module, type Route } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import type { Boot } from "../boot.ts"
import { modules, routeShapes, services } from "../shape.ts"

const classes = services.map(({ name, injects }) => {
  const named = {
    [name]: class {
      readonly injected: readonly object[] = injects.map((at) => inject(classOf(at)))
    },
  }
  return named[name]!
})

function classOf(at: number): new () => { readonly injected: readonly object[] } {
  return classes[at]!
}

const records: Module[] = []
for (const { name, imports, services: own, path } of modules) {
  const controller = class {
    readonly injected = own.map((at) => inject(classOf(at)))

    routes(): Route[] {
      return routeShapes.map(([method, below]) => ({ method, path: path + below, handler: this.show }))
    }
    show(ctx: Context<"/:id/:item">) {
      return { id: ctx.param("id"), item: ctx.param("item"), injected: this.injected.length }
    }
  }
  const exported = own.map(classOf)
  records.push(
    module({
      name,
      imports: imports.map((at) => records[at]!),
      exports: exported,
      declarations: [...exported, controller],
    }),
  )
}

/** The application in Trivet. */
export const boot: Boot = async () => {
  const app = await createApp(module({ name: "app", imports: records }), { platform: api() })
  return async (path) => (await toFetch(app)(new Request(`http://localhost${path}`))).json()
}

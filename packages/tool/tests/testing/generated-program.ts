// The program of a generated application: SEED says which.
import { createApp, module, type Route } from "trivet"
import { api } from "trivet/api"
import { generateRoutes } from "./generated-routes.ts"

const seed = Number(process.env["SEED"])

class Generated {
  routes(): readonly Route[] {
    return generateRoutes(seed).map(({ method, path }) => ({ method, path, handler: () => null }))
  }
}

await createApp(module({ name: "generated", declarations: [Generated] }), {
  platform: api(),
  methodNotAllowed: seed === 2,
})

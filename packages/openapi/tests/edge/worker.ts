import { openapi } from "@trivet/openapi"
import { createApp, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"

class NotesController {
  routes() {
    return routes([get("/notes/:key", (ctx) => ({ key: ctx.param("key") }))])
  }
}

const App = module({
  name: "notes",
  imports: [openapi({ title: "Notes on the edge", version: "1.0.0" })],
  declarations: [NotesController],
})

export default {
  fetch: toFetch((env: { readonly PRODUCTION: string }) =>
    createApp(App, { platform: api(), production: env.PRODUCTION === "yes" }),
  ),
}

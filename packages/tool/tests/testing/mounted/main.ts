import { type Context, createApp, get, group, module, mount, type Next, routes } from "trivet"
import { api } from "trivet/api"
import { fromNode } from "trivet/node"

class KeyGuard {
  handle(_: Context, next: Next) {
    return next()
  }
}

class Outside {
  routes() {
    return routes([
      mount("/graphql", () => new Response("graphql"), { summary: "The GraphQL API" }),
      group(
        "/legacy",
        [KeyGuard],
        [
          mount(
            "/shop",
            fromNode((_, res) => res.end("shop")),
          ),
        ],
      ),
      get("/legacy/shop/new", () => "new"),
    ])
  }
}

await createApp(module({ name: "outside", declarations: [Outside] }), { platform: api() })

import { fastify, type FastifyInstance, type RouteOptions } from "fastify"
import type { Mistaken, Mistakes } from "./rival.ts"
import { inFiles } from "./runtime.ts"

const noInjection = "no injection: plugins share values by decorating the instance"
const noModules = "no modules: a plugin is a function"

const ok = () => Promise.resolve("ok")

/** An application with these routes, as far as it goes before it listens. */
function withRoutes(...routes: readonly object[]): Mistaken {
  return ready((app) => {
    for (const route of routes) app.route({ handler: ok, ...route } as unknown as RouteOptions)
  })
}

function ready(build: (app: FastifyInstance) => void): Mistaken {
  return async () => {
    const app = fastify()
    build(app)
    await app.ready()
  }
}

/** The mistakes as users of Fastify 5 would make them. */
export const fastifyMistakes: Mistakes = {
  ...inFiles,
  "01-missing-provider": noInjection,
  "02-not-exported": noModules,
  "03-not-imported": noModules,
  "04-ambiguous": noInjection,
  "05-service-cycle": noInjection,
  "06-module-undefined": ready((app) => {
    app.register(undefined as unknown as () => Promise<void>)
  }),
  "07-files-import-each-other": "plugins are functions, which files that import each other may share",
  "08-inject-undefined": noInjection,
  "10-controller-twice": ready((app) => {
    const hello = async (scope: FastifyInstance) => {
      scope.get("/hello", ok)
    }
    app.register(hello)
    app.register(hello)
  }),
  "11-service-in-two-modules": noModules,
  "13-class-in-imports": ready((app) => {
    class Posts {}
    app.register(Posts as unknown as () => Promise<void>)
  }),
  "14-instance-in-declarations": ready((app) => {
    class Posts {}
    app.register(new Posts() as unknown as () => Promise<void>)
  }),
  "15-export-undeclared": noModules,
  "21-constructor-throws": ready((app) => {
    app.register(async () => {
      throw new Error("no address")
    })
  }),
  "22-routes-equal": withRoutes({ method: "GET", url: "/posts" }, { method: "GET", url: "/posts" }),
  "23-routes-equal-but-for-a-name": withRoutes(
    { method: "GET", url: "/posts/:id" },
    { method: "GET", url: "/posts/:slug" },
  ),
  "24-handler-misspelt": withRoutes({ method: "GET", url: "/posts", handler: undefined }),
  "25-handler-called": withRoutes({ method: "GET", url: "/posts", handler: ["First post"] }),
  "27-handler-of-a-service": () => {
    class Posts {
      readonly #all = ["First post"]
      async index() {
        return this.#all
      }
    }
    return withRoutes({ method: "GET", url: "/posts", handler: new Posts().index })()
  },
  "34-middleware-without-handle": withRoutes({ method: "GET", url: "/posts", preHandler: { shout: true } }),
  "36-middleware-too-early": withRoutes({
    method: "GET",
    url: "/posts",
    preHandler: [
      async (request: { user?: string }) => {
        if (request.user !== "ada") throw new Error("forbidden")
      },
      async (request: { user?: string }) => {
        request.user = "ada"
      },
    ],
  }),
  "37-path-not-a-string": withRoutes({ method: "GET", url: undefined }),
  "41-wildcard-in-the-middle": withRoutes({ method: "GET", url: "/files/*/raw" }),
  "43-parameter-twice": withRoutes({ method: "GET", url: "/users/:id/posts/:id" }),
  "49-tag-unknown": withRoutes({
    method: "POST",
    url: "/users",
    schema: { body: { type: "object", properties: { email: { type: "string", formt: "email" } } } },
  }),
  "101-three-files-in-a-circle": "plugins are functions, which files that import each other may share",
  "107-export-nobody-uses": ready((app) => {
    app.decorate("hashes", { make: () => 1 })
  }),
  "108-service-nobody-injects": ready((app) => {
    app.decorate("greetings", { all: ["Hello"] })
  }),
  "109-middleware-never-used": noInjection,
  "110-post-without-guard": withRoutes(
    { method: "POST", url: "/posts", preHandler: ok },
    { method: "DELETE", url: "/posts/:id" },
  ),
  "111-params-misnamed": withRoutes({
    method: "GET",
    url: "/posts/:id",
    schema: { params: { type: "object", required: ["postId"], properties: { postId: { type: "string" } } } },
  }),
  "112-slash-at-the-end": "a plugin's own path answers with and without the slash",
  "113-escape-that-nobody-sends": withRoutes({ method: "GET", url: "/caf%c3%a9" }),
  "114-value-never-provided": withRoutes({
    method: "GET",
    url: "/profile",
    handler: async (request: { user?: string }) => request.user,
  }),
  "115-parameter-misspelt": withRoutes({
    method: "GET",
    url: "/posts/:id",
    handler: async (request: { params: { postId?: string } }) => request.params.postId,
  }),
  "116-middleware-twice": ready((app) => {
    app.register(async (scope) => {
      scope.addHook("preHandler", ok)
      scope.get("/posts", { preHandler: ok }, ok)
    })
  }),
  "117-body-of-a-get": withRoutes({
    method: "GET",
    url: "/search",
    schema: { body: { type: "object", properties: { words: { type: "string" } } } },
  }),
}

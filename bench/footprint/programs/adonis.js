// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { IgnitorFactory } from "@adonisjs/core/factories"
import { userOf } from "./user.js"

process.env.HOST = "127.0.0.1"
process.env.PORT = "0"
const app = new IgnitorFactory()
  .withCoreConfig()
  .withCoreProviders()
  .merge({ config: { logger: { default: "app", loggers: { app: { enabled: false } } } } })
  .preload(async ({ container }) => {
    const router = await container.make("router")
    router.get("/users/:id", ({ params }) => userOf(params.id))
  })
  .create(new URL("./", import.meta.url), { importer: (file) => import(file) })
await app.httpServer().start()
const { default: server } = await import("@adonisjs/core/services/server")
console.log(server.getNodeServer().address().port)

import { createApp, provide } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { BlogModule } from "./blog-module.ts"
import { CallTimer, Settings } from "./settings.ts"

console.log("a line that must not mix with what the tool prints")
const app = await createApp(BlogModule, {
  platform: api(),
  middlewares: [CallTimer],
  provide: [provide(Settings, () => ({ title: "A blog" }))],
})
await serve(app, { port: Number(process.env["PORT"]) })

import { createApp } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

const app = await createApp(AppModule, { platform: api(), returns: { prune: true } })
const { port } = await serve(app, { port: Number(process.env["PORT"] ?? 3000) })
console.log(`http://localhost:${port}/docs`)

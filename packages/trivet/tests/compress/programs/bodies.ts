import { createApp } from "trivet"
import { api } from "trivet/api"
import { listen } from "../../conformance/listen.ts"
import { BodiesModule, middlewares } from "../bodies-app.ts"

// Serves all bodies by the runtime's own server, and prints the port.
const app = await createApp(BodiesModule, { platform: api(), middlewares })
console.log(JSON.stringify({ port: await listen(app) }))

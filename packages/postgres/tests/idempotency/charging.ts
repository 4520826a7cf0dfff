// A program of lost-replies.test.ts: serves charges.
import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { chargesModule } from "./charges.ts"

const [, , url = ""] = process.argv
const log = createJsonLog({ write: () => undefined })
const app = await createApp(chargesModule(url, { maxConnections: 5, migrateAtStart: true }), {
  platform: api(),
  log,
})
const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
process.on("disconnect", () => process.exit())
process.send!(port)

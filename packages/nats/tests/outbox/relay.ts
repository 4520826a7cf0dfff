import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { shopModule } from "./shop.ts"

// Relays the events of `shop.ts` until it is killed.
const [, , database = "", server = ""] = process.argv
const log = createJsonLog({ write: () => undefined })
const app = await createApp(shopModule(database, server), { platform: api(), log })
await serve(app, { port: 0, host: "127.0.0.1" })
process.send!("ready")

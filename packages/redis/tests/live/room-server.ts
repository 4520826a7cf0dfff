import { createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { roomModule } from "./room.ts"

// Serves the rooms of `room.ts` with two workers, and prints its port.
const [, , url = "", prefix = ""] = process.argv
const log = createJsonLog({ write: () => undefined })
const served = await serve(roomModule(url, prefix), {
  platform: api(),
  log,
  port: 0,
  host: "127.0.0.1",
  workers: 2,
  drainDelay: 0,
})
console.log(JSON.stringify({ port: served.port }))

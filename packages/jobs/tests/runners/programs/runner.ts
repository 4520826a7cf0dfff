import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { workModule } from "./work.ts"

// Runs the jobs of `work.ts`. The parent process gets its log on the standard output.
const log = createJsonLog({ write: (line) => void process.stdout.write(`${line}\n`) })
const root = workModule({ url: process.env["WORK_URL"]!, direct: process.env["WORK_DIRECT_URL"] })
await serve(await createApp(root, { platform: api(), log }), { port: 0, host: "127.0.0.1" })
process.stdout.write("ready\n")

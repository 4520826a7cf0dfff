import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { mailing } from "./mailing.ts"

// Sends the mails that are enqueued. The parent process gets its log on the standard output.
const log = createJsonLog({ write: (line) => void process.stdout.write(`${line}\n`) })
const root = mailing({ database: process.env["WORK_URL"]!, server: process.env["MAIL_SERVER"]! })
await serve(await createApp(root, { platform: api(), log }), { port: 0, host: "127.0.0.1" })
process.stdout.write("ready\n")

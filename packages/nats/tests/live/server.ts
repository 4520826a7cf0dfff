import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { postsModule } from "./posts.ts"

// Serves the posts of `posts.ts` until it is killed.
const [, , url = "", port = "0"] = process.argv
const log = createJsonLog({ write: () => undefined })
const app = await createApp(postsModule(url), { platform: api(), log })
const served = await serve(app, { port: Number(port), host: "127.0.0.1" })
process.send!(served.url)

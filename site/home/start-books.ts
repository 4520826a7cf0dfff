import { api } from "trivet/api"
import { run } from "trivet/cli"
import { serve } from "trivet/node"
import { web } from "trivet/web"
import { App } from "./books.ts"

// `api` and `web` serve; other words are a command, such as `show 1`. An application would have a program for each.
const argv = process.argv.slice(2)
if (argv[0] === "api") await serve(App, { platform: api(), port: 0 })
else if (argv[0] === "web") await serve(App, { platform: web(), port: 0 })
else await run(App, { name: "books", summary: "Keeps books", version: "1.0.0", argv })

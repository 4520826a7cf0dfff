import { createApp, module } from "trivet"
import { files, serve } from "trivet/node"
import { web } from "trivet/web"
import type { Start } from "../../http/start.ts"
import { folderVariable } from "../folder.ts"

class Assets {
  routes() {
    return [files("/assets", process.env[folderVariable]!)]
  }
}

/** Trivet, with everything that `files()` does. */
export const start: Start = async () => {
  const app = await createApp(module({ name: "assets", declarations: [Assets] }), { platform: web() })
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
  return port
}

import { createApp, module } from "trivet"
import { staticFiles, serve } from "trivet/node"
import { web } from "trivet/web"
import type { Start } from "../../http/start.ts"
import { folderVariable } from "../folder.ts"

class Assets {
  routes() {
    return [staticFiles("/assets", process.env[folderVariable]!)]
  }
}

/** Trivet, with everything that `staticFiles()` does. */
export const start: Start = async () => {
  const app = await createApp(module({ name: "assets", declarations: [Assets] }), { platform: web() })
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
  return port
}

import { createReadStream, stat } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import type { Start } from "../../http/start.ts"
import { folderVariable } from "../folder.ts"

/** `node:http` and a stream, as most would write it: no conditions, no ranges, nothing that keeps a path inside. */
export const start: Start = () => {
  const folder = process.env[folderVariable]!
  const server = createServer((request, response) => {
    const path = join(folder, request.url!.slice("/assets/".length))
    stat(path, (error, stats) => {
      if (error !== null) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { "content-type": "text/css; charset=utf-8", "content-length": stats.size })
      createReadStream(path).pipe(response)
    })
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port))
  })
}

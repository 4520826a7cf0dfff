import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

// Takes the spans of register-sdk.ts, as a collector on the same machine does. It ends with its parent.
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.setHeader("content-type", "application/json")
    response.end("{}")
  })
})
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
process.on("disconnect", () => process.exit(0))

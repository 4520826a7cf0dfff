import { subscribe } from "node:diagnostics_channel"
import type { Server } from "node:http"

const known = new WeakSet<Server>()

// Loaded before a server by its test: each reply says whether Node made a stream for a request that has no body.
subscribe("http.server.request.start", (message) => {
  const { server } = message as { readonly server: Server }
  if (known.has(server)) return
  known.add(server)
  server.prependListener("request", (request, response) => {
    response.setHeader("x-body-stream", request.closed ? "no" : "yes")
  })
})

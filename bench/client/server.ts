import { createServer } from "node:http"

// Answers every request alike, at once: what is measured is the caller.
const posts = Array.from({ length: 10 }, (_, index) => ({
  id: String(index),
  title: `Post ${index}`,
  published: true,
}))
const body = JSON.stringify(posts)
const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    response.writeHead(request.method === "POST" ? 201 : 200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
    })
    response.end(body)
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address() as { readonly port: number }
  process.send!(address.port)
})

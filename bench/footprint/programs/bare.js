// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { createServer } from "node:http"
import { userOf } from "./user.js"

const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json; charset=utf-8")
  response.end(JSON.stringify(userOf(request.url.slice("/users/".length))))
})
server.listen(0, "127.0.0.1", () => console.log(server.address().port))

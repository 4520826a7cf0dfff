// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { fastify } from "fastify"
import { userOf } from "./user.js"

const app = fastify()
app.get("/users/:id", (request) => userOf(request.params.id))
await app.listen({ port: 0, host: "127.0.0.1" })
console.log(app.server.address().port)

// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { userOf } from "./user.js"

class Users {
  routes() {
    return routes([get("/users/:id", (ctx) => userOf(ctx.param("id")))])
  }
}

const app = module({ name: "users", declarations: [Users] })
const { port } = await serve(app, { platform: api(), port: 0, host: "127.0.0.1" })
console.log(port)

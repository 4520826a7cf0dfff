// Fixed as the fault says.
import { type Context, dto, module, post } from "trivet"

const RegisterDTO = dto({
  email: "required,email",
})

class UsersController {
  routes() {
    return [post("/users", this.create)]
  }
  create(ctx: Context<"/users">) {
    return ctx.bind(RegisterDTO)
  }
}

export const root = module({ name: "users", declarations: [UsersController] })
export const call = { method: "POST", path: "/users", body: { email: "ada@example.com" } }

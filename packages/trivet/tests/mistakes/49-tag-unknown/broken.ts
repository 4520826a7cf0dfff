// A DTO has a misspelt tag.
import { type Context, dto, module, post } from "trivet"
import type { Expected } from "../expected.ts"

// here
const RegisterDTO = dto({
  // @ts-expect-error "emial" is no tag
  email: "required,emial",
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
export const expected = { code: "TAG_UNKNOWN", chain: [] } satisfies Expected

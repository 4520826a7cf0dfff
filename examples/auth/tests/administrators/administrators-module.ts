import { BearerAuth, permissions } from "@trivet/auth"
import { type Context, get, group, inject, module, post, PublicError, routes } from "trivet"
import { AppModule } from "../../src/app-module.ts"
import { CredentialsModule } from "../../src/credentials/credentials-module.ts"
import { publicUser, type StoredUser } from "../../src/users/user.ts"
import { UsersModule } from "../../src/users/users-module.ts"
import { UsersStore } from "../../src/users/users-store.ts"

const can = permissions({
  user: [],
  support: ["users:read"],
  admin: ["users:read", "users:promote"],
})

/** Routes for some roles, as the README adds them to the service. */
class AdministratorsController {
  readonly #users = inject(UsersStore)

  routes() {
    return routes([
      group(
        "/admin/users/:id",
        [BearerAuth],
        [
          get("", this.show, { middlewares: [can("users:read")] }),
          post("/promote", this.promote, { middlewares: [can("users:promote")] }),
        ],
      ),
    ])
  }

  async show(ctx: Context<"/admin/users/:id">) {
    return publicUser(await this.#userOf(ctx.param("id")))
  }

  async promote(ctx: Context<"/admin/users/:id/promote">) {
    const { id } = await this.#userOf(ctx.param("id"))
    await this.#users.setRole(id, "support")
  }

  async #userOf(id: string): Promise<StoredUser> {
    const user = await this.#users.find(id)
    if (user === undefined) throw new PublicError(404, "User not found")
    return user
  }
}

/** The service with routes for some roles. */
export const AdministratorsModule = module({
  name: "administrators",
  imports: [AppModule, CredentialsModule, UsersModule],
  declarations: [AdministratorsController],
})

import { command, type Context, inject, PublicError, routes } from "trivet"
import { PostgresApiKeys } from "../credentials/postgres-api-keys.ts"
import { AuthEvents } from "../events/auth-events.ts"

const revoke = { path: "keys/revoke/:id", summary: "Revoke an API key, whosever it is" } as const

/** The commands about API keys. */
export class ApiKeysCommands {
  readonly #keys = inject(PostgresApiKeys)
  readonly #events = inject(AuthEvents)

  routes() {
    return routes([command(revoke.path, this.revoke, revoke)])
  }

  async revoke(ctx: Context<typeof revoke.path>) {
    const key = await this.#keys.deleteAny(ctx.param("id"))
    if (key === undefined) throw new PublicError(404, `There is no API key ${ctx.param("id")}`)
    this.#events.log("API key revoked", { user_id: key.user_id, key_id: key.id })
    return { id: key.id, name: key.name, revoked: true }
  }
}

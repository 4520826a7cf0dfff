import type { PlantedEdit } from "../planted-edit.ts"

const keys = "src/api-keys/api-keys-controller.ts"
const next = 'import type { Next } from "trivet"'
const anybody = '"00000000-0000-4000-8000-000000000000"'

/** Access gaps in the authentication service. */
export const authGaps: readonly Omit<PlantedEdit, "reference">[] = [
  {
    file: keys,
    search: "index: bearer,",
    replace: "index: [ApiKeyAuth],",
    kind: "wrong guard",
    what: "An API key lists all keys of its user, for which a token is needed.",
  },
  {
    file: keys,
    head: next,
    search: "show: [ApiKeyAuth],",
    replace: `show: [
        class AnyKey extends ApiKeyAuth {
          override async handle(ctx: Context, next: Next): Promise<unknown> {
            if (ctx.header("x-api-key") === "") return super.handle(ctx, next)
            const key = await this.found(ctx.header("x-api-key"))
            ctx.set("api_key", key)
            ctx.set("user_id", key.user_id)
            return next()
          }
          async found(sent: string): Promise<import("@trivet/auth").ApiKey> {
            return { id: sent, name: "", user_id: ${anybody}, created_at: "" }
          }
        },
      ],`,
    kind: "guard that accepts any key",
    what: "An API key that was never made opens the route.",
  },
  {
    file: "src/sessions/sessions-controller.ts",
    head: next,
    search: "show: [SessionAuth] ",
    replace: `show: [
        class LastSession extends SessionAuth {
          last = ${anybody}
          override async handle(ctx: Context, next: Next): Promise<unknown> {
            const passed = await super.handle(ctx, () => true)
            if (passed === true) this.last = ctx.get("user_id") as string
            ctx.set("user_id", this.last)
            return next()
          }
        },
      ] `,
    kind: "session of another user",
    what: "Whoever has no session gets that of the caller before.",
  },
  {
    file: keys,
    head: 'import { get } from "trivet"',
    search: "return implement(ApiKeyRoutes, this, {",
    replace: `const ofUser = (ctx: Context<"/auth/api-keys/of/:user">) => this.#keys.list(ctx.param("user"))
    return [...this.#guarded(), get("/auth/api-keys/of/:user", ofUser)]
  }

  #guarded() {
    const bearer = [BearerAuth]
    return implement(ApiKeyRoutes, this, {`,
    kind: "new route without a guard",
    what: "A new route lists the API keys of any user.",
  },
]

const administrators = "tests/administrators/administrators-module.ts"

/** Access gaps in the service with routes for some roles. */
export const administratorsGaps: readonly Omit<PlantedEdit, "reference">[] = [
  {
    file: administrators,
    search: 'support: ["users:read"],',
    replace: 'support: ["users:read", "users:promote"],',
    kind: "permission granted to the wrong role",
    what: "Those of support may give roles, themselves among others.",
  },
  {
    file: administrators,
    search: '{ middlewares: [can("users:promote")] }',
    replace:
      '{ middlewares: [{ ...can("users:promote"), handle: (_: Context, next: () => unknown) => next() }] }',
    kind: "permission not checked",
    what: "The permission to give roles is declared, and not checked.",
  },
]

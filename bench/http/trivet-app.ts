import { prometheus, telemetry, type TelemetryOptions } from "@trivet/telemetry"
import {
  anyone,
  type App,
  type Context,
  createApp,
  dto,
  get,
  group,
  inject,
  Log,
  module,
  type Next,
  post,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { createUser, passes, userOf } from "./users.ts"

const NewUserDTO = dto({
  name: "required",
  email: "required,email",
  age: "required,integer,min=0",
})

const UserDTO = dto({
  id: "required",
  name: "required",
  email: "required,email",
  age: "required,integer,min=0",
  role: "required",
  active: "required,boolean",
  created_at: "required",
})

const counters = ([0, 1, 2] as const).map((at) => ({
  handle(_: Context, next: Next) {
    passes[at]++
    return next()
  },
}))

class UsersController {
  routes() {
    return routes([
      get("/users/:id", this.show),
      post("/users", this.create),
      group("/guarded", counters, [get("/:id", this.show)]),
      get("/passes", () => passes),
    ])
  }
  show(ctx: Context<"/:id">) {
    return userOf(ctx.param("id"))
  }
  async create(ctx: Context) {
    return ctx.status(201).json(createUser(await ctx.bind(NewUserDTO)))
  }
}

/** The same, but the record says what it accepts and returns, and the handler passes no schema. */
class ContractController extends UsersController {
  override routes() {
    const contract = { accepts: { body: NewUserDTO }, returns: { 201: UserDTO } }
    const others = super.routes().filter(({ method }) => method !== "POST")
    return routes([...others, post("/users", this.createAccepted, contract)])
  }
  async createAccepted(ctx: Context<{ path: "/users"; accepts: { body: typeof NewUserDTO } }>) {
    return ctx.status(201).json(createUser(await ctx.bind()))
  }
}

/** A service that logs, so every call runs in a scope. */
class Service {
  readonly log = inject(Log)
}

/** The Trivet application, the same on Node and on Bun. */
export function createTrivetApp(controller: typeof UsersController = UsersController): Promise<App> {
  return createApp(module({ name: "users", declarations: [controller] }), { platform: api() })
}

/** The same with a service that logs. */
export function createLoggingApp(): Promise<App> {
  return createApp(module({ name: "users", declarations: [UsersController, Service] }), { platform: api() })
}

/** The same, where each route must have a guard. */
export function createGuardedApp(): Promise<App> {
  const root = module({ name: "users", declarations: [UsersController] })
  return createApp(root, { platform: api(), middlewares: [anyone], guards: "required" })
}

/** The same with telemetry, and with a service that logs if asked for. */
export function createMeasuredApp(options: TelemetryOptions = {}, logs = false): Promise<App> {
  const root = module({ name: "users", declarations: [UsersController, ...(logs ? [Service] : [])] })
  return createApp(root, { platform: api(), middlewares: [telemetry(options)] })
}

/** The same, with metrics that are never scraped. */
export function createScrapedApp(): Promise<App> {
  const nobody = { handle: () => ({}) }
  const imports = [prometheus({ middlewares: [nobody] })]
  const root = module({ name: "users", imports, declarations: [UsersController] })
  return createApp(root, { platform: api(), middlewares: [telemetry()] })
}

/** The Trivet application with a contract. */
export function createContractApp(): Promise<App> {
  return createTrivetApp(ContractController)
}

/** Values that appear in no page. */
export const planted = {
  password: "planted-Password-1",
  bearer: "planted.bearer",
  cookie: "planted-cookie",
  session: "planted-session",
  apiKey: "planted-api-key",
  query: "planted query value",
  code: "planted-code",
  parameter: "planted-parameter",
  environment: "planted-environment",
  databasePassword: "planted-database",
  given: "planted-given-token",
  nested: "planted-nested",
  literal: "planted-literal",
  malformed: "planted-malformed",
  random: "q7Zt0pXv9LmN3sRk5WdY2bHc8FgJ1aQe",
  webToken: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJl",
} as const

/** Markup that must stay text wherever it is shown. */
export const markup = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`

/** An application that repeats secrets wherever it can: in replies, errors, log lines and statements. */
export const plantedFiles: Readonly<Record<string, string>> = {
  "src/main.ts": `import { config, dto } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

config(dto({ PORT: "integer", JWT_SECRET: "", DATABASE_URL: "", PIN_CODE: "integer", MODE: "oneof=slow|fast" }))
await serve(AppModule, { platform: api() })
`,
  "src/app-module.ts": `import { module } from "trivet"
import { PlantedController } from "./planted-controller.ts"
import { Store } from "./store.ts"

const Hostile = module({ name: ${JSON.stringify(markup)}, exports: [Store], declarations: [Store] })

export const AppModule = module({ name: "app", imports: [Hostile], declarations: [PlantedController] })
`,
  "src/store.ts": `import { inject } from "trivet"
import { AppOperations } from "trivet/extend"

export class Store {
  readonly #operations = inject(AppOperations)

  find(value: string): Promise<void> {
    const text = "select * from users where password = '${planted.literal}' and id = $1"
    return this.#operations.run({ kind: "sql", text, values: [value] }, async () => undefined)
  }

  get(): Promise<void> {
    return this.#operations.run({ kind: "redis", text: "GET", values: ["${planted.session}"] }, async () => undefined)
  }
}
`,
  "src/planted-controller.ts": `import { type Context, dto, get, inject, post, routes } from "trivet"
import { Store } from "./store.ts"

const Login = dto({ email: "required,email", password: "required" })

export class PlantedController {
  readonly #store = inject(Store)

  routes() {
    return routes([
      post("/login", this.login, { accepts: { body: Login }, summary: ${JSON.stringify(markup)} }),
      get("/fail", this.fail, { accepts: { query: dto({ note: "", limit: "integer" }) } }),
      get("/reset/:token", this.reset),
      get("/hello/:name", this.hello),
    ])
  }

  async login(ctx: Context) {
    const { email, password } = (await ctx.bind(Login))
    await this.#store.find(password)
    await this.#store.get()
    ctx.log.info({ password, note: "tried " + password }, "login of " + email + " with " + password)
    ctx.setCookie("session_id", "${planted.session}")
    return { token: "${planted.given}", user: { email, apiKeys: [{ value: "${planted.nested}" }] }, odd: "${planted.random}" }
  }

  fail(ctx: Context): never {
    throw new Error(
      [ctx.header("authorization"), ctx.header("cookie"), ctx.header("x-api-key"), ctx.query("note"), process.env["JWT_SECRET"]].join(" "),
      { cause: new Error("for " + ctx.query("note") + " at ${planted.webToken}") },
    )
  }

  reset(ctx: Context) {
    ctx.log.warn("reset with " + ctx.param("token"))
    return { done: true }
  }

  hello(ctx: Context) {
    if (ctx.param("name") === "nobody") throw new Error(${JSON.stringify(markup)})
    return { hello: ctx.param("name") }
  }
}
`,
}

import type { PlannedController, PlannedModule } from "./plan.ts"

/** The files that both Trivet shapes have: the middleware, the modules and the application. */
export function* trivetApp(modules: readonly PlannedModule[]): Generator<[string, string]> {
  yield ["bearer.ts", bearer]
  for (const one of modules) yield [`${one.name}/${one.name}-module.ts`, moduleFile(one)]
  yield ["main.ts", main(modules)]
}

const bearer = `import type { Context, Next } from "trivet"

declare module "trivet" {
  interface ContextValues {
    user_id: string
    user_email: string
  }
}

export class Bearer {
  readonly provides = ["user_id", "user_email"] as const

  async handle(ctx: Context, next: Next) {
    const token = ctx.header("authorization")
    if (token === "") return ctx.status(401).json({ error: "Missing token" })
    ctx.set("user_id", token)
    ctx.set("user_email", token)
    return await next()
  }
}
`

function moduleFile({ name, title, controllers }: PlannedModule): string {
  return `import { module } from "trivet"
${controllers.map(importOf).join("\n")}

export const ${title}Module = module({
  name: "${name}",
  declarations: [${controllers.map((one) => `${one.title}Controller`).join(", ")}],
})
`
}

function importOf({ name, title }: PlannedController): string {
  return `import { ${title}Controller } from "./${name}-controller.ts"`
}

function main(modules: readonly PlannedModule[]): string {
  return `import { createApp, module } from "trivet"
import { api } from "trivet/api"
import { Bearer } from "./bearer.ts"
${modules.map(({ name, title }) => `import { ${title}Module } from "./${name}/${name}-module.ts"`).join("\n")}

const AppModule = module({
  name: "app",
  imports: [${modules.map(({ title }) => `${title}Module`).join(", ")}],
  declarations: [Bearer],
})

export const app = await createApp(AppModule, { platform: api() })
`
}

import type { InjectedDescription } from "trivet/extend"
import type { SerializedApp, SerializedRoute } from "../inspect/report.ts"

/** A service that a route needs, and what injects it. */
export interface ServiceBehind {
  readonly name: string
  readonly module: string
  readonly where: string | undefined
  readonly askedBy: readonly string[]
}

/** All services behind a route: those that its controller and middlewares inject, and their dependencies. */
export function servicesBehind(app: SerializedApp, route: SerializedRoute): readonly ServiceBehind[] {
  const found = new Map<string, { -readonly [Key in keyof ServiceBehind]: ServiceBehind[Key] }>()
  const visit = (by: string, injects: readonly InjectedDescription[]): void => {
    for (const { name, module } of injects) {
      const key = `${module} ${name}`
      const known = found.get(key)
      if (known !== undefined) {
        if (!known.askedBy.includes(by)) known.askedBy = [...known.askedBy, by]
        continue
      }
      const declared = declarationOf(app, module, name)
      found.set(key, { name, module, where: declared?.where, askedBy: [by] })
      visit(name, declared?.injects ?? [])
    }
  }
  for (const { name, injects } of route.middlewares) visit(name, injects)
  visit(route.controller, declarationOf(app, route.module, route.controller)?.injects ?? [])
  return [...found.values()]
}

function declarationOf(app: SerializedApp, module: string, name: string) {
  return app.modules
    .find((one) => one.name === module)
    ?.declarations.find((declaration) => declaration.name === name)
}

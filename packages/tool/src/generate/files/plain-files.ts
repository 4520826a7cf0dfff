import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"

/** A file to create. */
export interface NewFile {
  /** Relative to the module's folder. */
  readonly path: string
  readonly text: string
}

/** The routes of a plain module. */
export function plainRoutes(name: string): NewModule["routes"] {
  return [{ method: "GET", path: `/${name}` }]
}

/** A module with a service, a controller of one route, and a test. */
export function plainFiles({ name, pascal, field, words }: ModuleNames): readonly NewFile[] {
  return [
    {
      path: `${name}-module.ts`,
      text: `import { module } from "trivet"
import { ${pascal}Controller } from "./${name}-controller.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** What has to do with ${words}. */
export const ${pascal}Module = module({
  name: "${name}",
  declarations: [${pascal}Controller, ${pascal}Service],
})
`,
    },
    {
      path: `${name}-service.ts`,
      text: `/** What can be done with ${words}. */
export class ${pascal}Service {
  /** What \`GET /${name}\` answers. */
  summary(): { readonly name: string } {
    return { name: "${name}" }
  }
}
`,
    },
    {
      path: `${name}-controller.ts`,
      text: `import { anyone, get, inject, routes } from "trivet"
import { ${pascal}Service } from "./${name}-service.ts"

/** Answers \`/${name}\`. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    // \`anyone\`: the route is public on purpose. Put a guard here if it is not.
    return routes([get("/${name}", this.index, { middlewares: [anyone] })])
  }

  index() {
    return this.#${field}.summary()
  }
}
`,
    },
    {
      path: `${name}.test.ts`,
      text: `import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { ${pascal}Module } from "./${name}-module.ts"

describe("GET /${name}", () => {
  it("answers with a summary", async () => {
    const app = await createTestApp(${pascal}Module)
    const reply = await app.request("GET", "/${name}")
    expect([reply.status, reply.json()]).toEqual([200, { name: "${name}" }])
    await app.stop()
  })
})
`,
    },
  ]
}

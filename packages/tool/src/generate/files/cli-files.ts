import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { dtoText, serviceText, type TableOf, tableText } from "./store-files.ts"
import type { Surroundings } from "../surroundings.ts"

/** The command of a plain module in a command-line program. */
export function cliPlainRoutes(name: string): NewModule["routes"] {
  return [{ method: undefined, path: name }]
}

/** The commands of a resource in a command-line program. */
export function cliResourceRoutes(name: string): NewModule["routes"] {
  const paths = ["list", "show/:id", "add/:name", "rename/:id/:name", "remove/:id"]
  return paths.map((path) => ({ method: undefined, path: `${name}/${path}` }))
}

/** A module with a service, a command and a test. */
export function cliPlainFiles(names: ModuleNames): readonly NewFile[] {
  const { name, pascal, field, words } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, "") },
    {
      path: `${name}-service.ts`,
      text: `/** What can be done with ${words}. */
export class ${pascal}Service {
  /** What the command \`${name}\` prints. */
  summary(): { readonly name: string } {
    return { name: "${name}" }
  }
}
`,
    },
    {
      path: `${name}-commands.ts`,
      text: `import { command, inject, routes } from "trivet"
import { ${pascal}Service } from "./${name}-service.ts"

/** The command \`${name}\`. */
export class ${pascal}Commands {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    return routes([command("${name}", this.show, { summary: "Show a summary of ${words}" })])
  }

  show() {
    return this.#${field}.summary()
  }
}
`,
    },
    {
      path: `${name}.test.ts`,
      text: `import { cli } from "trivet/cli"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { ${pascal}Module } from "./${name}-module.ts"

describe("the command ${name}", () => {
  it("prints a summary", async () => {
    const app = await createTestApp(${pascal}Module, { platform: cli() })
    const reply = await app.request("", "/${name}", { headers: { accept: "application/json" } })
    expect([reply.status, reply.json()]).toEqual([200, { name: "${name}" }])
    await app.stop()
  })
})
`,
    },
  ]
}

/** The commands of a collection with its own table; the migration is separate. */
export function cliResourceFiles(
  names: ModuleNames,
  around: Surroundings,
  { migration, isOwned }: TableOf,
): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, around.databaseModule) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    { path: `${name}-commands.ts`, text: commandsText(names, listText(names)) },
    { path: `${name}-service.ts`, text: serviceText(names, around, isOwned) },
    { path: `${name}-table.ts`, text: tableText(names, around, { migration, isOwned }) },
    { path: `${name}.test.ts`, text: cliTestText(names, around) },
  ]
}

function moduleText({ name, pascal, words }: ModuleNames, databaseModule: string): string {
  const isKept = databaseModule !== ""
  return `import { module } from "trivet"
${isKept ? `import { DatabaseModule } from "${databaseModule}"\n` : ""}import { ${pascal}Commands } from "./${name}-commands.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** What has to do with ${words}. */
export const ${pascal}Module = module({
  name: "${name}",
${isKept ? "  imports: [DatabaseModule],\n" : ""}  declarations: [${pascal}Commands, ${pascal}Service],
})
`
}

function listText({ field }: ModuleNames): string {
  return `  async list() {
    return (await this.#${field}.list({ limit: 100 })).items
  }`
}

/** The commands of a collection, with the handler that lists it. */
export function commandsText(
  { name, pascal, field, words, oneWords, aOne }: ModuleNames,
  listHandler: string,
): string {
  return `import { command, type Context, group, inject, PublicError } from "trivet"
import { ${pascal}Service } from "./${name}-service.ts"

/** The commands about ${words}. */
export class ${pascal}Commands {
  readonly #${field} = inject(${pascal}Service)

  routes() {
    return [
      group("${name}", [
        command("list", this.list, { summary: "List the newest 100 ${words}" }),
        command("show/:id", this.show, { summary: "Show ${aOne}" }),
        command("add/:name", this.add, { summary: "Add ${aOne}" }),
        command("rename/:id/:name", this.rename, { summary: "Rename ${aOne}" }),
        command("remove/:id", this.remove, { summary: "Remove ${aOne}" }),
      ]),
    ]
  }

${listHandler}

  async show(ctx: Context<"${name}/show/:id">) {
    return (await this.#${field}.find(ctx.param("id"))) ?? notFound()
  }

  add(ctx: Context<"${name}/add/:name">) {
    return this.#${field}.create({ name: ctx.param("name") })
  }

  async rename(ctx: Context<"${name}/rename/:id/:name">) {
    return (await this.#${field}.update(ctx.param("id"), { name: ctx.param("name") })) ?? notFound()
  }

  async remove(ctx: Context<"${name}/remove/:id">) {
    if (!(await this.#${field}.delete(ctx.param("id")))) notFound()
    return undefined
  }
}

function notFound(): never {
  throw new PublicError(404, "there is no such ${oneWords}")
}
`
}

/** The test of a collection's commands: in the application's database, or in its own file without one. */
export function cliTestText({ name, pascal, one }: ModuleNames, around: Surroundings | undefined): string {
  const settings = around?.settings
  const isSet = settings !== undefined
  const inDatabase = {
    imports: `${isSet ? `import { provide } from "trivet"\n` : ""}import { cli } from "trivet/cli"
import { createTestApp, type TestApp, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
${isSet ? `import { readSettings, Settings } from "${settings}"\n` : ""}import type { ${one} } from "./${name}-dto.ts"
import { ${pascal}Module } from "./${name}-module.ts"

// In the database that DATABASE_URL names; without it in PGlite, inside this process.
`,
    start: `  beforeAll(async () => {
    // From now on: what the database holds already is older, and behind it in the list.
    const clock = new TestClock(Date.now())
    app = await createTestApp(${pascal}Module, { platform: cli(), clock${isSet ? ", provide: [provide(Settings, readSettings)]" : ""} })
  }, 60_000)
  afterAll(() => app.stop())
`,
  }
  const inFile = {
    imports: `import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { provide } from "trivet"
import { cli } from "trivet/cli"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ${one} } from "./${name}-dto.ts"
import { ${pascal}Module } from "./${name}-module.ts"
import { ${pascal}File } from "./${name}-service.ts"

`,
    start: `  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "${name}-"))
    const replace = [provide(${pascal}File, () => join(folder, "${name}.json"))]
    app = await createTestApp(${pascal}Module, { platform: cli(), replace })
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true })
  })
`,
  }
  const { imports, start } = around === undefined ? inFile : inDatabase
  return `${imports}describe("the commands of ${name}", () => {
  let app: TestApp
${start}
  const run = (path: string) =>
    app.request("", \`/${name}/\${path}\`, { headers: { accept: "application/json" } })

  it("add, show, list, rename and remove", async () => {
    const added = (await run("add/first")).json() as ${one}
    expect((await run(\`show/\${added.id}\`)).json()).toEqual(added)
    expect((await run("list")).json()).toContainEqual(added)
    expect((await run(\`rename/\${added.id}/second\`)).json()).toMatchObject({ id: added.id, name: "second" })
    expect((await run(\`remove/\${added.id}\`)).status).toBe(204)
    for (const command of ["show", "remove"]) expect((await run(\`\${command}/\${added.id}\`)).status).toBe(404)
    expect((await run(\`rename/\${added.id}/third\`)).status).toBe(404)
  })
})
`
}

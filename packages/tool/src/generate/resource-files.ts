import type { NewModule } from "./find-conflict.ts"
import type { ModuleNames } from "./module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { resourceTest } from "./resource-test.ts"
import type { Surroundings } from "./surroundings.ts"

/** A module of the five-handler convention, with a table of its own; the migration stands apart. */
export function resourceFiles(
  names: ModuleNames,
  around: Surroundings,
  migration: string,
): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, around) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    { path: `${name}-contract.ts`, text: contractText(names) },
    { path: `${name}-controller.ts`, text: controllerText(names, around) },
    { path: `${name}-service.ts`, text: serviceText(names, around) },
    { path: `${name}-table.ts`, text: tableText(names, around, migration) },
    { path: `${name}.test.ts`, text: resourceTest(names, around) },
  ]
}

/** The routes of a resource. */
export function resourceRoutes(name: string): NewModule["routes"] {
  const ofAll = ["GET", "POST"].map((method) => ({ method, path: `/${name}` }))
  return [...ofAll, ...["GET", "PUT", "DELETE"].map((method) => ({ method, path: `/${name}/:id` }))]
}

/** The migration that makes a resource's table. */
export function migrationText({ table }: ModuleNames): string {
  return `import type { Kysely } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("${table}")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("updated_at", "timestamptz", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("${table}_by_time").on("${table}").columns(["created_at", "id"]).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("${table}").execute()
}
`
}

function moduleText(names: ModuleNames, { credentials, databaseModule }: Surroundings): string {
  const { name, pascal, words } = names
  const guarded = credentials !== undefined
  return `import { module } from "trivet"
${guarded ? `import { CredentialsModule } from "${credentials}"\n` : ""}import { DatabaseModule } from "${databaseModule}"
import { ${pascal}Controller } from "./${name}-controller.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** What has to do with ${words}. */
export const ${pascal}Module = module({
  name: "${name}",
  imports: [${guarded ? "CredentialsModule, " : ""}DatabaseModule],
  declarations: [${pascal}Controller, ${pascal}Service],
})
`
}

function dtoText({ one, oneWords, aOne }: ModuleNames): string {
  return `import { dto, type OutputOf } from "trivet"

/** One ${oneWords}, as clients see it. */
export const ${one} = dto({ id: "required", name: "required", created_at: "required", updated_at: "required" })

/** One ${oneWords}, as clients see it. */
export type ${one} = OutputOf<typeof ${one}>

/** What a new ${oneWords} is made from. Fields that are not named here are dropped. */
export const Create${one}DTO = dto({ name: "required,line,max=200" })

/** What takes the place of the values that ${aOne} has. */
export const Update${one}DTO = dto({ name: "required,line,max=200" })

/** What the caller decides of ${aOne}. */
export type ${one}Values = OutputOf<typeof Update${one}DTO>
`
}

function contractText(names: ModuleNames): string {
  const { name, one, words, oneWords, aOne } = names
  return `import { contract, dto, list, resource } from "trivet"
import { Create${one}DTO, ${one}, Update${one}DTO } from "./${name}-dto.ts"

const Refusal = dto({ error: "required" })

/** The five routes of a collection: GET and POST /${name}, GET, PUT and DELETE /${name}/:id. */
export const ${names.contract} = contract(
  resource("${name}", {
    index: { returns: { 200: list(${one}) }, summary: "All ${words}, the newest first, at most 100" },
    show: { returns: { 200: ${one}, 404: Refusal }, summary: "One ${oneWords}" },
    create: {
      accepts: { body: Create${one}DTO },
      returns: { 201: ${one}, 400: Refusal },
      summary: "A new ${oneWords}",
    },
    update: {
      accepts: { body: Update${one}DTO },
      returns: { 200: ${one}, 400: Refusal, 404: Refusal },
      summary: "Replace ${aOne}",
    },
    delete: { returns: { 204: null }, summary: "Remove ${aOne}" },
  }),
)
`
}

function controllerText(names: ModuleNames, { credentials }: Surroundings): string {
  const { name, pascal, field, contract: Contract, oneCamel, oneWords } = names
  const guarded = credentials !== undefined
  const implemented = guarded
    ? `    // Only callers with a token. Leave out those that everybody may call.
    const all = [BearerAuth] as const
    return implement(${Contract}, this, { index: all, show: all, create: all, update: all, delete: all })`
    : `    return implement(${Contract}, this)`
  const notFound = `ctx.status(404).json({ error: "No such ${oneWords}" })`
  return `${guarded ? `import { BearerAuth } from "@trivet/auth"\n` : ""}import { type Context, implement, inject } from "trivet"
import { ${Contract} } from "./${name}-contract.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** Answers \`/${name}\`. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
${implemented}
  }

  index() {
    return this.#${field}.list()
  }

  async show(ctx: Context<typeof ${Contract}.show>) {
    const ${oneCamel} = await this.#${field}.find(ctx.param("id"))
    return ${oneCamel} ?? ${notFound}
  }

  async create(ctx: Context<typeof ${Contract}.create>) {
    return ctx.status(201).json(await this.#${field}.create(await ctx.bind()))
  }

  async update(ctx: Context<typeof ${Contract}.update>) {
    const ${oneCamel} = await this.#${field}.update(ctx.param("id"), await ctx.bind())
    return ${oneCamel} ?? ${notFound}
  }

  async delete(ctx: Context<typeof ${Contract}.delete>) {
    await this.#${field}.delete(ctx.param("id"))
    return undefined
  }
}
`
}

function serviceText(names: ModuleNames, { db, isUuid }: Surroundings): string {
  const { name, pascal, table, words, one, oneCamel, oneWords, aOne } = names
  const local = `
/** Whether a text has the form of an id. PostgreSQL refuses to compare an id with anything else. */
function isUuid(text: string): boolean {
  return /^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$/i.test(text)
}
`
  return `import { randomUUID } from "node:crypto"
import { Clock, inject } from "trivet"
import { Db } from "${db}"
${isUuid === undefined ? "" : `import { isUuid } from "${isUuid}"\n`}import type { ${one}, ${one}Values } from "./${name}-dto.ts"
import type { ${one}Row } from "./${name}-table.ts"

/** Keeps ${words} in the database. An id that no ${oneWords} can have finds none. */
export class ${pascal}Service {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** The newest hundred. */
  async list(): Promise<${one}[]> {
    const newest = this.#db.selectFrom("${table}").selectAll().orderBy("created_at", "desc").orderBy("id", "desc")
    return (await newest.limit(100).execute()).map(${oneCamel}Of)
  }

  async find(id: string): Promise<${one} | undefined> {
    if (!isUuid(id)) return undefined
    const row = await this.#db.selectFrom("${table}").selectAll().where("id", "=", id).executeTakeFirst()
    return row && ${oneCamel}Of(row)
  }

  async create({ name }: ${one}Values): Promise<${one}> {
    const now = new Date(this.#clock.now())
    const row = { id: randomUUID(), name, created_at: now, updated_at: now }
    await this.#db.insertInto("${table}").values(row).execute()
    return ${oneCamel}Of(row)
  }

  /** Replaces the values; \`undefined\` where there is no such ${oneWords}. */
  async update(id: string, { name }: ${one}Values): Promise<${one} | undefined> {
    if (!isUuid(id)) return undefined
    const change = this.#db.updateTable("${table}").set({ name, updated_at: new Date(this.#clock.now()) })
    const row = await change.where("id", "=", id).returningAll().executeTakeFirst()
    return row && ${oneCamel}Of(row)
  }

  /** Removes ${aOne}, if it is there. */
  async delete(id: string): Promise<void> {
    if (isUuid(id)) await this.#db.deleteFrom("${table}").where("id", "=", id).execute()
  }
}

function ${oneCamel}Of({ id, name, created_at, updated_at }: ${one}Row): ${one} {
  return { id, name, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
${isUuid === undefined ? local : ""}`
}

function tableText({ table, one }: ModuleNames, { db }: Surroundings, migration: string): string {
  return `/** A row of \`${table}\`. */
export interface ${one}Row {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly updated_at: Date
}

// The migration ${migration} makes the table; here the compiler learns of it.
declare module "${db}" {
  interface Tables {
    readonly ${table}: ${one}Row
  }
}
`
}

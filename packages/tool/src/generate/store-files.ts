import type { ModuleNames } from "./module-names.ts"
import type { Surroundings } from "./surroundings.ts"

/** The DTOs of a resource. */
export function dtoText({ one, oneWords, aOne }: ModuleNames): string {
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

/** The service that keeps a resource's rows. */
export function serviceText(names: ModuleNames, { db, isUuid }: Surroundings): string {
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

/** The table as the compiler knows it. */
export function tableText({ table, one }: ModuleNames, { db }: Surroundings, migration: string): string {
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

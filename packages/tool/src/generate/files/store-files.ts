import type { ModuleNames } from "../names/module-names.ts"
import type { Surroundings } from "../surroundings.ts"

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

/** The service with a resource's rows. If they have owners, every query filters by owner. */
export function serviceText(names: ModuleNames, { db, isUuid }: Surroundings, isOwned: boolean): string {
  const { name, pascal, table, words, one, oneCamel, oneWords, aOne } = names
  const local = `
/** Whether a text has the form of an id. PostgreSQL refuses to compare an id with anything else. */
function isUuid(text: string): boolean {
  return /^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$/i.test(text)
}
`
  const about = isOwned ? `, each of one user` : ""
  const only = isOwned ? "userId: string" : ""
  const last = isOwned ? ", userId: string" : ""
  const own = isOwned ? `.where("user_id", "=", userId)` : ""
  return `import { randomUUID } from "node:crypto"
import { Clock, inject } from "trivet"
import { Db } from "${db}"
${isUuid === undefined ? "" : `import { isUuid } from "${isUuid}"\n`}import type { ${one}, ${one}Values } from "./${name}-dto.ts"
import type { ${one}Row } from "./${name}-table.ts"

/** Keeps ${words} in the database${about}. An id that no ${oneWords} can have finds none. */
export class ${pascal}Service {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** The newest hundred${isOwned ? " of a user" : ""}. */
  async list(${only}): Promise<${one}[]> {
    const rows = this.#db.selectFrom("${table}").selectAll()${own}
    const newest = rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(100)
    return (await newest.execute()).map(${oneCamel}Of)
  }

  async find(id: string${last}): Promise<${one} | undefined> {
    if (!isUuid(id)) return undefined
    const found = this.#db.selectFrom("${table}").selectAll().where("id", "=", id)${own}
    const row = await found.executeTakeFirst()
    return row && ${oneCamel}Of(row)
  }

  async create({ name }: ${one}Values${last}): Promise<${one}> {
    const now = new Date(this.#clock.now())
    const row = { id: randomUUID(), ${isOwned ? "user_id: userId, " : ""}name, created_at: now, updated_at: now }
    await this.#db.insertInto("${table}").values(row).execute()
    return ${oneCamel}Of(row)
  }

  /** Replaces the values; \`undefined\` where ${isOwned ? "the user has" : "there is"} no such ${oneWords}. */
  async update(id: string, { name }: ${one}Values${last}): Promise<${one} | undefined> {
    if (!isUuid(id)) return undefined
    const change = this.#db.updateTable("${table}").set({ name, updated_at: new Date(this.#clock.now()) })
    const changed = change.where("id", "=", id)${own}
    const row = await changed.returningAll().executeTakeFirst()
    return row && ${oneCamel}Of(row)
  }

  /** Removes ${aOne}; false where ${isOwned ? "the user has no such" : "there is none"}. */
  async delete(id: string${last}): Promise<boolean> {
    if (!isUuid(id)) return false
    const removed = this.#db.deleteFrom("${table}").where("id", "=", id)${own}
    return (await removed.executeTakeFirst()).numDeletedRows > 0n
  }
}

function ${oneCamel}Of({ id, name, created_at, updated_at }: ${one}Row): ${one} {
  return { id, name, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
${isUuid === undefined ? local : ""}`
}

/** The types of the table. */
export function tableText(
  { table, one }: ModuleNames,
  { db }: Surroundings,
  migration: string,
  isOwned: boolean,
): string {
  return `/** A row of \`${table}\`. */
export interface ${one}Row {
  readonly id: string
${isOwned ? `  /** The owner. */\n  readonly user_id: string\n` : ""}  readonly name: string
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

/** The migration that creates a resource's table. Rows with a known owner are deleted with their user. */
export function migrationText({ table }: ModuleNames, { hasUsers }: Surroundings, isOwned: boolean): string {
  const user = hasUsers
    ? `"uuid", (column) => column.notNull().references("users.id").onDelete("cascade")`
    : `"text", (column) => column.notNull()`
  const index = isOwned ? `"${table}_of_user"` : `"${table}_by_time"`
  const columns = `${isOwned ? `"user_id", ` : ""}"created_at", "id"`
  return `import type { Kysely } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("${table}")
    .addColumn("id", "uuid", (column) => column.primaryKey())
${isOwned ? `    .addColumn("user_id", ${user})\n` : ""}    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("updated_at", "timestamptz", (column) => column.notNull())
    .execute()
  await db.schema.createIndex(${index}).on("${table}").columns([${columns}]).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("${table}").execute()
}
`
}

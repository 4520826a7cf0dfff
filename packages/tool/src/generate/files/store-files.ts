import type { ModuleNames } from "../names/module-names.ts"
import type { Surroundings } from "../surroundings.ts"

/** The table of a resource. */
export interface TableOf {
  /** The name of the migration that makes it. */
  readonly migration: string
  /** Whether each row belongs to the user who makes it. */
  readonly isOwned: boolean
}

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
  const { name, pascal, table, words, one, oneWords, aOne } = names
  const local = `
/** Whether a text has the form of an id. PostgreSQL refuses to compare an id with anything else. */
function isUuid(text: string): boolean {
  return /^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$/i.test(text)
}
`
  const about = isOwned ? `, each of one user` : ""
  const last = isOwned ? ", userId: string" : ""
  const own = isOwned ? `.where("user_id", "=", userId)` : ""
  return `import { randomUUID } from "node:crypto"
import { type PageInput, paginate } from "@trivet/postgres"
import { Clock, inject } from "trivet"
import { Db } from "${db}"
${isUuid === undefined ? "" : `import { isUuid } from "${isUuid}"\n`}import type { ${one}Values } from "./${name}-dto.ts"

/** What clients see of a row. */
const shown = ["id", "name", "created_at", "updated_at"] as const

/** Keeps ${words} in the database${about}. An id that no ${oneWords} can have finds none. */
export class ${pascal}Service {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** A page${isOwned ? " of a user's" : ""}, the newest first. */
  list(input: PageInput${last}) {
    const rows = this.#db.selectFrom("${table}").select(shown)${own}
    return paginate(rows, input, { by: ["created_at", "id"], order: "desc" })
  }

  async find(id: string${last}) {
    if (!isUuid(id)) return undefined
    const found = this.#db.selectFrom("${table}").select(shown).where("id", "=", id)${own}
    return await found.executeTakeFirst()
  }

  async create({ name }: ${one}Values${last}) {
    const now = new Date(this.#clock.now())
    const row = { id: randomUUID(), ${isOwned ? "user_id: userId, " : ""}name, created_at: now, updated_at: now }
    return await this.#db.insertInto("${table}").values(row).returning(shown).executeTakeFirstOrThrow()
  }

  /** Replaces the values; \`undefined\` where ${isOwned ? "the user has" : "there is"} no such ${oneWords}. */
  async update(id: string, { name }: ${one}Values${last}) {
    if (!isUuid(id)) return undefined
    const change = this.#db.updateTable("${table}").set({ name, updated_at: new Date(this.#clock.now()) })
    const changed = change.where("id", "=", id)${own}
    return await changed.returning(shown).executeTakeFirst()
  }

  /** Removes ${aOne}; false where ${isOwned ? "the user has no such" : "there is none"}. */
  async delete(id: string${last}): Promise<boolean> {
    if (!isUuid(id)) return false
    const removed = this.#db.deleteFrom("${table}").where("id", "=", id)${own}
    return (await removed.executeTakeFirst()).numDeletedRows > 0n
  }
}
${isUuid === undefined ? local : ""}`
}

/** The types of the table. */
export function tableText(
  { table, one }: ModuleNames,
  { db }: Surroundings,
  { migration, isOwned }: TableOf,
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

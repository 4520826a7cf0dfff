import type { Kysely } from "kysely"

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "serial", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("done", "boolean", (column) => column.notNull().defaultTo(false))
    .execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropTable("tasks").execute()
}

import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("verified_emails")
    .addColumn("user_id", "uuid", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("verified_at", "timestamptz", (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("api_keys")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("user_id", "uuid", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("expires_at", "timestamptz")
    .addColumn("scopes", sql`text[]`)
    .addColumn("last_used_at", "timestamptz")
    .execute()
  await db.schema.createIndex("api_keys_of_user").on("api_keys").column("user_id").execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("api_keys").execute()
  await db.schema.dropTable("verified_emails").execute()
}

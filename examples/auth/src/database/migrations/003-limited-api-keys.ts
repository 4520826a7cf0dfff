import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("api_keys")
    .addColumn("expires_at", "timestamptz")
    .addColumn("scopes", sql`text[]`)
    .addColumn("last_used_at", "timestamptz")
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("api_keys")
    .dropColumn("expires_at")
    .dropColumn("scopes")
    .dropColumn("last_used_at")
    .execute()
}

import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_endpoints")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("user_id", "uuid", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", sql`text[]`, (column) => column.notNull())
    .addColumn("secrets", sql`text[]`, (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("failing_since", "timestamptz")
    .addColumn("disabled_at", "timestamptz")
    .execute()
  await db.schema.createIndex("webhook_endpoints_of_user").on("webhook_endpoints").column("user_id").execute()
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("endpoint_id", "uuid", (column) =>
      column.notNull().references("webhook_endpoints.id").onDelete("cascade"),
    )
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .execute()
  const index = db.schema.createIndex("webhook_deliveries_of_endpoint").on("webhook_deliveries")
  await index.columns(["endpoint_id", "created_at"]).execute()
  // For the job that deletes old ones.
  await db.schema
    .createIndex("webhook_deliveries_age")
    .on("webhook_deliveries")
    .column("created_at")
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("webhook_deliveries").execute()
  await db.schema.dropTable("webhook_endpoints").execute()
}

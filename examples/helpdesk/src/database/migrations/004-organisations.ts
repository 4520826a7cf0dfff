import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("organisations")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("members")
    .addColumn("org_id", "uuid", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("user_id", "uuid", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("members_pkey", ["org_id", "user_id"])
    .execute()
  await db.schema.createIndex("members_of_user").on("members").column("user_id").execute()
  await db.schema
    .createTable("invitations")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("org_id", "uuid", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.unique())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("expires_at", "timestamptz", (column) => column.notNull())
    .execute()
  // One for each address, however it is spelt.
  await sql`create unique index invitations_email on invitations (org_id, lower(email))`.execute(db)
  await db.schema
    .createTable("org_events")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("org_id", "uuid", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    // Not a reference: what a user has done stays when the account is deleted.
    .addColumn("actor_id", "uuid", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("about", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("org_events_of_org").on("org_events").columns(["org_id", "id"]).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ["org_events", "invitations", "members", "organisations"])
    await db.schema.dropTable(table).execute()
}

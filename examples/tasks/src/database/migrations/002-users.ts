import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable("users")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("password", "text", (column) => column.notNull())
    .execute()
  // One account for an address, in whatever case it is typed.
  await sql`create unique index users_email on users (lower(email))`.execute(db)
  // Tasks without a user belong to nobody.
  await sql`delete from tasks`.execute(db)
  await sql`alter table tasks add column user_id uuid not null references users`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table tasks drop column user_id`.execute(db)
  await db.schema.dropTable("users").execute()
}

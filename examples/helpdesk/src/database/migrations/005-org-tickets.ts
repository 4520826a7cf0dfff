import { createTenantRole, protectTable } from "@trivet/postgres"
import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTenantRole(db, "helpdesk_app")
  for (const statement of statements) await sql.raw(statement).execute(db)
  await protectTable(db, "notes", { tenant: "org_id" })
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table notes`.execute(db)
  await sql`alter table tickets drop column org_id`.execute(db)
}

const statements = [
  "alter table tickets add column org_id uuid references organisations (id) on delete set null",
  "create index tickets_of_org on tickets (org_id, created_at, id)",
  `create table notes (
    id uuid primary key,
    org_id uuid not null references organisations (id) on delete cascade,
    ticket_id uuid not null references tickets (id) on delete cascade,
    author_id uuid references users (id) on delete set null,
    text text not null,
    created_at timestamptz not null
  )`,
  "create index notes_of_ticket on notes (org_id, ticket_id, created_at)",
]

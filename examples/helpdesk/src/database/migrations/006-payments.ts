import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table payments`.execute(db)
}

const statements = [
  `create table payments (
    id uuid primary key,
    ticket_id uuid references tickets (id) on delete set null,
    user_id uuid references users (id) on delete set null,
    state text not null check (state in ('new', 'open', 'paid', 'expired')),
    amount integer not null,
    currency text not null,
    url text,
    created_at timestamptz not null,
    paid_at timestamptz
  )`,
  // A ticket is paid for once.
  "create unique index payments_of_ticket on payments (ticket_id) where state <> 'expired'",
  "create index payments_of_tickets on payments (ticket_id, created_at)",
  "create index payments_of_user on payments (user_id)",
]

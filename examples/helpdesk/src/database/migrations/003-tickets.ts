import { deleteFilesWith } from "@trivet/files"
import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await deleteFilesWith(db, "attachments", "file_id")
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table drafts, shares, attachments, replies, tickets`.execute(db)
}

const statements = [
  `create table tickets (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    title text not null,
    state text not null check (state in ('open', 'answered', 'closed')),
    assignee_id uuid references users (id) on delete set null,
    replies integer not null,
    created_at timestamptz not null,
    due_at timestamptz,
    escalated_at timestamptz,
    search tsvector generated always as (to_tsvector('simple', title)) stored
  )`,
  "create index tickets_newest on tickets (created_at, id)",
  "create index tickets_of_user on tickets (user_id, created_at, id)",
  "create index tickets_due on tickets (due_at) where escalated_at is null",
  "create index tickets_search on tickets using gin (search)",
  `create table replies (
    ticket_id uuid not null references tickets (id) on delete cascade,
    number integer not null,
    author_id uuid references users (id) on delete set null,
    text text not null,
    created_at timestamptz not null,
    search tsvector generated always as (to_tsvector('simple', text)) stored,
    primary key (ticket_id, number)
  )`,
  "create index replies_search on replies using gin (search)",
  `create table attachments (
    file_id uuid primary key references stored_files,
    ticket_id uuid not null,
    number integer not null,
    foreign key (ticket_id, number) references replies (ticket_id, number) on delete cascade
  )`,
  "create index attachments_of_reply on attachments (ticket_id, number)",
  `create table shares (
    ticket_id uuid not null references tickets (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    primary key (ticket_id, user_id)
  )`,
  "create index shares_of_user on shares (user_id)",
  `create table drafts (
    ticket_id uuid not null references tickets (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    text text not null,
    primary key (ticket_id, user_id)
  )`,
]

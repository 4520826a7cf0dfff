import { type Kysely, sql } from "kysely"
import type { PackageMigrations } from "../migrations/package-migrations.ts"

/**
 * The table of idempotency keys. List it in `migrations` of the database: `postgres(Db, { migrations: [idempotencyMigrations,
 * folder] })`.
 */
export const idempotencyMigrations: PackageMigrations = {
  package: "@trivet/postgres",
  migrations: [
    {
      name: "001-idempotency",
      up: (db) => runAll(db, tables),
      down: (db) => runAll(db, withoutTables),
    },
  ],
}

/**
 * The function first takes the lock of the key, without waiting, and then looks for a reply. A reply that another transaction
 * has committed before it released the lock is found, because each statement of a volatile function has a snapshot of its own.
 */
const tables: readonly string[] = [
  `create table trivet_idempotency_keys (
    caller text not null, route text not null, key text not null, input bytea not null, contract bytea not null,
    status int not null, type text, headers jsonb not null, body bytea, created_at timestamptz not null default now(),
    primary key (caller, route, key))`,
  "create index trivet_idempotency_keys_by_age on trivet_idempotency_keys (created_at)",
  "create index trivet_idempotency_keys_by_caller on trivet_idempotency_keys (caller, created_at)",
  `create function trivet_claim_idempotency_key(of_caller text, of_route text, of_key text)
  returns table (is_running boolean, input bytea, contract bytea, status int, type text, headers jsonb, body bytea)
  language plpgsql volatile as $$
  #variable_conflict use_column
  begin
    if not pg_try_advisory_xact_lock(hashtextextended(json_build_array('trivet idempotency key', of_caller, of_route, of_key)::text, 0)) then
      is_running := true;
      return next;
      return;
    end if;
    return query select false, input, contract, status, type, headers, body from trivet_idempotency_keys
      where caller = of_caller and route = of_route and key = of_key;
  end $$`,
]

const withoutTables: readonly string[] = [
  "drop function trivet_claim_idempotency_key",
  "drop table trivet_idempotency_keys",
]

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

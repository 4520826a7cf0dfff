import { type QueryExecutorProvider, sql } from "kysely"
import { settingOf } from "./tenant.ts"

/** What `protectTable()` needs to know. */
export interface ProtectOptions {
  /** The column that says whose a row is, which must not be null. It is also the context value of `inTransaction()`. */
  readonly tenant: string
}

/**
 * For migrations: lets PostgreSQL show and accept only the rows of the tenant that the transaction has, also to the owner of
 * the table. New rows get the tenant by themselves. Without a tenant there are no rows.
 *
 * Later migrations that change rows see none of them either: they begin with `alter table … no force row level security` and
 * end with `alter table … force row level security`.
 *
 * @example
 * ```ts
 * import { protectTable } from "@trivet/postgres"
 * import { type Kysely, sql } from "kysely"
 *
 * export async function up(db: Kysely<unknown>): Promise<void> {
 *   await sql`create table tickets (id uuid primary key default gen_random_uuid(), org_id bigint not null, title text not null)`.execute(db)
 *   await sql`create index on tickets (org_id, id)`.execute(db)
 *   await protectTable(db, "tickets", { tenant: "org_id" })
 * }
 * ```
 */
export async function protectTable(
  db: QueryExecutorProvider,
  table: string,
  { tenant }: ProtectOptions,
): Promise<void> {
  const setting = settingOf(tenant)
  const [name, column] = [sql.table(table), sql.ref(tenant)]
  const { rows } = await sql<{
    type: string
  }>`select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${quoted(table)}::regclass and attname = ${tenant} and not attisdropped`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error(`The table ${table} has no column ${tenant}`)
  // Read once in a query, not for each row. The setting is the empty text in a connection that had it once.
  const own = sql.raw(`nullif(current_setting('${setting}', true), '')::${found.type}`)
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  await sql`alter table ${name} alter column ${column} set default ${own}, alter column ${column} set not null`.execute(
    db,
  )
  await sql`drop policy if exists tenant on ${name}`.execute(db)
  await sql`create policy tenant on ${name} using (${column} = ${own}) with check (${column} = ${own})`.execute(
    db,
  )
}

/**
 * For the first migration of an application with tenants: creates a role that row-level security binds, unless there is one,
 * and lets it read and write the rows of all tables, later ones and those of packages too. `postgres(Db, { tenant: { role } })`
 * takes it on. Superusers, as in development, bypass row-level security.
 */
export async function createTenantRole(db: QueryExecutorProvider, role: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db)
  const name = sql.id(role)
  // Roles belong to the server: two databases may create it at the same time.
  if (rows.length === 0)
    await sql`do $$ begin create role ${name} nologin; exception when duplicate_object or unique_violation then null; end $$`.execute(
      db,
    )
  // Those of packages too: jobs have a schema of their own.
  const { rows: schemas } = await sql<{ name: string }>`select nspname as name from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and pg_has_role(nspowner, 'member')`.execute(
    db,
  )
  for (const schema of schemas.map((row) => sql.id(row.name))) {
    await sql`grant usage on schema ${schema} to ${name}`.execute(db)
    for (const [rights, what] of granted)
      await sql`grant ${rights} on all ${what} in schema ${schema} to ${name}`.execute(db)
  }
  await sql`alter default privileges grant usage on schemas to ${name}`.execute(db)
  for (const [rights, what] of granted)
    await sql`alter default privileges grant ${rights} on ${what} to ${name}`.execute(db)
}

const granted = [
  [sql.raw("select, insert, update, delete"), sql.raw("tables")],
  [sql.raw("usage, select"), sql.raw("sequences")],
] as const

/** A name as `regclass` reads it: with a schema, if it has one. */
export function quoted(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".")
}

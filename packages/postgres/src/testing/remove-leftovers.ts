import { lockOfName, locks, patterns } from "./database-names.ts"

/** Runs a statement on the session and returns the rows. */
type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Templates older than this are deleted; they are made again if they are still needed. */
const maxAgeDays = 7

/** A template has about 8 MB. */
const maxTemplates = 30

const mine = "datdba = (select oid from pg_roles where rolname = current_user)"

/** Drops databases of test runs that were killed: their process does not hold the lock any more. */
export async function removeLeftovers(query: Query): Promise<void> {
  await drop(
    query,
    `select datname from pg_database where datname ~ '${patterns.file}' and ${mine} and not exists (
      select from pg_locks where locktype = 'advisory' and objsubid = 2
      and classid = ${locks.inUse} and objid = ${lockOfName})`,
  )
}

/** Drops templates that are old, of migrations that have changed since. */
export async function removeOldTemplates(query: Query): Promise<void> {
  const made = "shobj_description(oid, 'pg_database')"
  await drop(
    query,
    `select datname from (select datname, ${made} < $1 as old, row_number() over (order by ${made} desc) as place
      from pg_database where datname ~ '${patterns.template}' and ${mine}) as templates
      where old or place > ${maxTemplates}`,
    [templateComment(new Date(Date.now() - maxAgeDays * 86_400_000))],
  )
}

/** The comment of a template, which sorts by its time. */
export function templateComment(at: Date): string {
  return `For tests, made by Trivet at ${at.toISOString()}`
}

/** Not by force: a database with a session is in use. Another process may be dropping the same. */
async function drop(query: Query, text: string, values: unknown[] = []): Promise<void> {
  for (const { datname } of await query<{ datname: string }>(text, values))
    await query(`drop database if exists ${datname}`).catch(() => undefined)
}

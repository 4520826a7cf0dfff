import { fault } from "../faults.ts"
import { settingOf } from "./tenant.ts"

/** How an application separates its tenants. */
export interface TenantOptions {
  /** The column that each table with rows of tenants has: `org_id`. */
  readonly column: string
  /** Tables and views that have the column, and whose rows all may read: `members`. Default: none. */
  readonly except?: readonly string[]
  /**
   * The role that connections take on after they have logged in, for logins that bypass row-level security. Behind a pooler in
   * transaction mode it is not taken on: there the login itself must be bound. Default: none.
   */
  readonly role?: string
}

/** Runs one statement. */
type Run = (text: string, values: unknown[]) => Promise<{ readonly rows: readonly object[] }>

interface Gap {
  readonly what: string
}

// Of tests, `simulate()` keeps a copy of all tables beside them while it runs.
const isOwnSchema = `n.nspname !~ '^(pg_|information_schema$|trivet_simulation$)'`
const isOwn = `${isOwnSchema}
  and c.relname <> all($2::text[]) and c.relname not like 'trivet\\_%'`
const hasColumn = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $1 and not a.attisdropped)`

/** Which relations a view reads, directly or through other views. */
const read = `pg_rewrite r join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass
  and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class`
const reading = `with recursive reads as (
  select r.ev_class as reader, d.refobjid as relation from ${read}
  union select reads.reader, d.refobjid from reads join ${read} on r.ev_class = reads.relation)`

/** Whether an expression compares the column with the setting, and nothing opens more. One that is missing permits nothing. */
function isNarrow(expression: string): string {
  const text = `pg_get_expr(${expression}, p.polrelid)`
  return `(${expression} is null or (position($3 in ${text}) > 0 and ${text} !~* '\\mor\\M'
    and ${text} ~ ('^\\(+"?' || $1 || '"?\\)?(::[a-z ]+)? = ')))`
}

/** Each finds one way around the policies. `$1` is the column, `$2` the exceptions, `$3` the setting; PostgreSQL wants each used. */
const searches: readonly string[] = [
  // A role that bypasses policies has none, and several permissive policies are joined by `or`.
  `select format('the table %s has no policy for the tenant: call protectTable() in a migration', c.relname) as what
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${isOwn} and ${hasColumn} and $3::text is not null and c.relkind in ('r', 'p') and not (
     c.relrowsecurity and c.relforcerowsecurity
     and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive)
     and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
       and not (${isNarrow("p.polqual")} and ${isNarrow("p.polwithcheck")})))`,
  // Policies are not for foreign tables.
  `select format('the foreign table %s cannot have a policy', c.relname) as what
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${isOwn} and ${hasColumn} and $3::text is not null and c.relkind = 'f'`,
  // A view reads with the rights of its owner, also what another view reads.
  `${reading} select distinct format('the view %s reads %s with the rights of its owner: create it with (security_invoker = true)', c.relname, t.relname) as what
   from reads join pg_class c on c.oid = reads.reader join pg_namespace n on n.oid = c.relnamespace
   join pg_class t on t.oid = reads.relation and t.relrowsecurity
   where ${isOwn} and $1::text is not null and $3::text is not null and c.relkind = 'v'
     and not coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false)`,
  // It contains the rows of all tenants, and has no policies.
  `${reading} select distinct format('the materialized view %s contains rows of all tenants of %s', c.relname, t.relname) as what
   from reads join pg_class c on c.oid = reads.reader join pg_namespace n on n.oid = c.relnamespace
   join pg_class t on t.oid = reads.relation and t.relrowsecurity
   where ${isOwn} and $1::text is not null and $3::text is not null and c.relkind = 'm'`,
  // Its queries are those of its owner.
  `select format('the function %s runs with the rights of %s, who bypasses row-level security', c.proname, o.rolname) as what
   from pg_proc c join pg_namespace n on n.oid = c.pronamespace join pg_roles o on o.oid = c.proowner
   where ${isOwnSchema} and c.proname <> all($2::text[]) and c.prosecdef
     and (o.rolsuper or o.rolbypassrls) and $1::text is not null and $3::text is not null`,
]

/** Throws a fault if a query of the application could see the rows of another tenant. */
export async function checkTenants(run: Run, { column, except = [] }: TenantOptions): Promise<void> {
  const setting = settingOf(column)
  const { rows: roles } = await run(
    "select rolname as name from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)",
    [],
  )
  const [role] = roles as readonly { readonly name: string }[]
  if (role !== undefined) throw fault("TENANT_ROLE_BYPASSES", { role: role.name })
  const gaps: string[] = []
  for (const search of searches) {
    const { rows } = await run(search, [column, [...except], setting])
    gaps.push(...(rows as readonly Gap[]).map(({ what }) => what))
  }
  if (gaps.length > 0) throw fault("TENANT_UNPROTECTED", { gaps: gaps.toSorted().join("; ") })
}

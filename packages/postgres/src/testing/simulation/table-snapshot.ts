import { codeOf } from "../../connection/database-error.ts"
import { fault } from "../../faults.ts"
import type { SideConnection } from "./side-connection.ts"

const schema = "trivet_simulation"

const userSchemas = "nspname !~ '^pg_' and nspname not in ('information_schema', 'trivet_simulation')"

interface Table {
  readonly id: number
  /** The name with its schema, quoted. */
  readonly name: string
  /** The columns that can be written, quoted; empty for a table without columns. */
  readonly columns: string
  /** Whether statements may write it by the name of another table. */
  readonly isPartition: boolean
}

interface Sequence {
  readonly name: string
  readonly last: string | null
  readonly start: string
}

/**
 * The rows of all tables as they are now. A trigger on each table notes that it was written, in a sequence: sequences have no
 * locks that transactions keep, and a rollback does not undo them.
 */
export class TableSnapshot {
  readonly #side: SideConnection
  readonly #tables: readonly Table[]
  readonly #sequences: ReadonlyMap<string, Sequence>

  private constructor(side: SideConnection, tables: readonly Table[], sequences: readonly Sequence[]) {
    this.#side = side
    this.#tables = tables
    this.#sequences = new Map(sequences.map((one) => [one.name, one]))
  }

  static async take(side: SideConnection): Promise<TableSnapshot> {
    await checkRole(side)
    await removeLeftovers(side)
    const tables = await side.query<Table>(
      `select c.oid::int as id, format('%I.%I', nspname, relname) as name, relispartition as "isPartition", coalesce((
         select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''), '') as columns
       from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and ${userSchemas}`,
    )
    const sequences = await sequencesOf(side)
    await side.run(
      `create schema ${schema};
       create function ${schema}.note() returns trigger language plpgsql security definer as
         $$ begin perform nextval(tg_argv[0]::regclass); return null; end $$;
       ${tables.map(sqlOfCopy).join("\n")}`,
    )
    return new TableSnapshot(side, tables, sequences)
  }

  /** Restores the tables that have been written since it was last called, and the sequences. */
  async restore(): Promise<void> {
    const written = await this.#written()
    const resets = (await sequencesOf(this.#side)).flatMap((now) => {
      const before = this.#sequences.get(now.name)
      return before === undefined || before.last === now.last ? [] : [sqlOfReset(before)]
    })
    if (written.length + resets.length === 0) return
    await this.#side.run(
      // Without triggers and foreign keys: those rows fitted together before.
      [
        "begin",
        "set local session_replication_role = replica",
        ...written.flatMap(sqlOfRestore),
        ...resets,
        "commit",
      ].join(";\n"),
    )
  }

  /** Deletes the copies. */
  async drop(): Promise<void> {
    await removeLeftovers(this.#side)
  }

  async #written(): Promise<readonly Table[]> {
    if (this.#tables.length === 0) return []
    const noted = this.#tables.map(({ id }) => `select ${id} as id from ${schema}.w${id} where is_called`)
    const ids = await this.#side.query<{ id: number }>(noted.join(" union all "))
    return this.#tables.filter((table) => ids.some(({ id }) => id === table.id))
  }
}

async function checkRole(side: SideConnection): Promise<void> {
  try {
    await side.run("set session_replication_role = replica; set session_replication_role = origin")
  } catch (error) {
    if (codeOf(error) !== "42501") throw error
    const [{ role } = { role: "" }] = await side.query<{ role: string }>("select current_user as role")
    throw fault("SIMULATION_ROLE", { role }, { cause: error })
  }
}

async function removeLeftovers(side: SideConnection): Promise<void> {
  // Silent: otherwise PostgreSQL sends a notice for each trigger.
  await side.run(
    `set client_min_messages = warning; drop function if exists ${schema}.note() cascade;
     drop schema if exists ${schema} cascade; reset client_min_messages`,
  )
}

function sqlOfCopy({ id, name, isPartition }: Table): string {
  const trigger = (event: string, level: string) =>
    `create trigger trivet_simulation_${level} after ${event} on ${name}
     for each ${level} execute function ${schema}.note('${schema}.w${id}');`
  const changes = "insert or update or delete"
  return `create table ${schema}.t${id} as table ${name}; create sequence ${schema}.w${id};
    ${isPartition ? trigger(changes, "row") : ""}
    ${trigger(isPartition ? "truncate" : `${changes} or truncate`, "statement")}`
}

function sqlOfRestore({ id, name, columns }: Table): readonly string[] {
  const copied = columns === "" ? "" : `(${columns}) overriding system value`
  return [
    `delete from ${name}`,
    `insert into ${name} ${copied} select ${columns} from ${schema}.t${id}`,
    `select setval('${schema}.w${id}', 1, false)`,
  ]
}

function sequencesOf(side: SideConnection): Promise<readonly Sequence[]> {
  return side.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last, start_value::text as start
     from pg_sequences where schemaname <> '${schema}'`,
  )
}

function sqlOfReset({ name, last, start }: Sequence): string {
  const literal = name.replaceAll("'", "''")
  return `select setval('${literal}', ${last ?? start}, ${last !== null})`
}

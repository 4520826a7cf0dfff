import { type QueryExecutorProvider, sql } from "kysely"
import { Identities, type Identity } from "./identities.ts"

/** The part of a `Database` of `@trivet/postgres` that `PostgresIdentities` needs. Every `Database` has it. */
export interface IdentityDatabase {
  /** Returns a handle outside of transactions. */
  outsideTransaction(): IdentityQueries
}

/** The part of a `DatabaseHandle` of `@trivet/postgres` that `PostgresIdentities` needs. */
export interface IdentityQueries extends QueryExecutorProvider {
  /** Runs work in a transaction. */
  transact<Result>(work: (transaction: QueryExecutorProvider) => Promise<Result>): Promise<Result>
}

const name = "user_identities"
const table = sql.table(name)

/** Identities in the table `user_identities` of PostgreSQL, which is created at start. */
export class PostgresIdentities extends Identities {
  readonly #db: IdentityQueries

  constructor(database: IdentityDatabase) {
    super()
    this.#db = database.outsideTransaction()
  }

  /** Creates the table if it does not exist, with the rights of the login: a role for tenants may not create tables. */
  async onStart(): Promise<void> {
    await this.#db.transact(async (transaction) => {
      // PostgreSQL asks for the right to create tables even if this one exists.
      const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(transaction)
      if (rows.length > 0) return
      await sql`set local role none`.execute(transaction)
      // Two processes that create the table at the same time can collide in spite of `if not exists`.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`trivet:${name}`}, 0))`.execute(transaction)
      await sql`create table if not exists ${table} (
        issuer text not null, subject text not null, user_id text not null,
        created_at timestamptz not null default now(), primary key (issuer, subject))`.execute(transaction)
      await sql`create index if not exists user_identities_of_user on ${table} (user_id)`.execute(transaction)
    })
  }

  async find({ issuer, subject }: Identity): Promise<string | undefined> {
    const found = sql<{ user_id: string }>`select user_id from ${table}
      where issuer = ${issuer} and subject = ${subject}`
    return (await found.execute(this.#db)).rows[0]?.user_id
  }

  async link({ issuer, subject }: Identity, userId: string): Promise<string> {
    // The update changes nothing: it makes the statement return the row that existed before.
    const kept = sql<{ user_id: string }>`insert into ${table} as kept (issuer, subject, user_id)
      values (${issuer}, ${subject}, ${userId})
      on conflict (issuer, subject) do update set user_id = kept.user_id returning user_id`
    return (await kept.execute(this.#db)).rows[0]!.user_id
  }

  async list(userId: string): Promise<readonly Identity[]> {
    const own = sql<Identity>`select issuer, subject from ${table}
      where user_id = ${userId} order by created_at, issuer, subject`
    return (await own.execute(this.#db)).rows
  }

  async unlink({ issuer, subject }: Identity, userId: string): Promise<boolean> {
    const gone = sql`delete from ${table}
      where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`
    return (await gone.execute(this.#db)).numAffectedRows === 1n
  }

  async unlinkAll(userId: string): Promise<number> {
    const gone = sql`delete from ${table} where user_id = ${userId}`
    return Number((await gone.execute(this.#db)).numAffectedRows)
  }
}

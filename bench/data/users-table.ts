import type pg from "pg"

/** A row of the table, as every server sends it. */
export interface UserRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly age: number
  readonly role: string
  readonly active: boolean
  readonly created_at: Date
}

/** How many connections each server may have. */
export const poolSize = 10

/** The one query, as all servers without a query builder send it. PostgreSQL keeps it under the name. */
export const userById = {
  name: "user-by-id",
  text: "select id, name, email, age, role, active, created_at from users where id = $1",
} as const

/** The row of an id, in a transaction by hand. */
export async function userInTransaction(pool: pg.Pool, id: string): Promise<UserRow | undefined> {
  const client = await pool.connect()
  try {
    await client.query("start transaction")
    const { rows } = await client.query<UserRow>({ ...userById, values: [id] })
    await client.query("commit")
    client.release()
    return rows[0]
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Makes the table, with the ids that wrk asks for. */
export const createUsers = `
  create table users (id int primary key, name text not null, email text not null, age int not null,
    role text not null, active boolean not null, created_at timestamptz not null);
  insert into users select id, 'Ada Lovelace', 'ada' || id || '@example.com', 36, 'user', true, '2026-01-01Z'
    from generate_series(1001, 5096) id;
  analyze users`

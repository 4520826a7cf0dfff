import { createTenantRole, Database, type Migration, postgres, protectTable } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type Kysely, sql } from "kysely"
import { module, provide } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deleteFilesWith, fileMigrations, Files, files, FileStore } from "../../src/index.ts"
import { MemoryFileStore } from "../../src/testing.ts"

interface Tables {
  readonly pictures: { readonly id: number; readonly file_id: string }
}
class Db extends Database<Tables> {}

const role = "trivet_files_tenants"
const roles: Migration = { name: "001-role", up: (db: Kysely<unknown>) => createTenantRole(db, role) }
const pictures: Migration = {
  name: "002-pictures",
  async up(db: Kysely<unknown>) {
    await sql`create table pictures (org_id bigint not null, id int, file_id uuid not null references stored_files,
      primary key (org_id, id))`.execute(db)
    await deleteFilesWith(db, "pictures", "file_id")
    await protectTable(db, "pictures", { tenant: "org_id" })
  },
}

describe("files of tenants, by a role that row-level security binds", () => {
  let database: TestDatabase
  let app: TestApp
  let db: Db
  let stored: Files
  const store = new MemoryFileStore()
  const of = (org_id: number) => ({ tenant: { org_id } })
  beforeAll(async () => {
    database = await createTestDatabase()
    const DatabaseModule = postgres(Db, {
      url: database.url,
      migrations: [roles, fileMigrations, pictures],
      migrateAtStart: true,
      tenant: { column: "org_id", role },
    })
    const FilesModule = files({ database: Db, imports: [DatabaseModule], url: () => undefined })
    app = await createTestApp(module({ name: "app", imports: [DatabaseModule, FilesModule] }), {
      replace: [provide(FileStore, () => store)],
    })
    ;[db, stored] = [app.get(Db), app.get(Files)]
  })
  afterAll(async () => {
    await app?.stop()
    await database?.drop()
  })

  const add = (org_id: number, text: string) =>
    db.transact(async () => {
      const { id: file_id } = await stored.put(text)
      await db.insertInto("pictures").values({ id: 1, file_id }).execute()
      return file_id
    }, of(org_id))
  const find = (org_id: number) =>
    db.transact(
      () => db.selectFrom("pictures").select("file_id").where("id", "=", 1).executeTakeFirst(),
      of(org_id),
    )
  const expire = () =>
    sql`update stored_file_leftovers set expires_at = now()`.execute(db.outsideTransaction())

  it("are stored, found by the rows of their tenant, and deleted with them", async () => {
    const { rows } = await sql<{ user: string }>`select current_user as user`.execute(db)
    expect(rows).toEqual([{ user: role }])
    const [one, two] = [await add(1, "one"), await add(2, "two")]
    expect([await find(1), await find(2), await find(3)]).toEqual([
      { file_id: one },
      { file_id: two },
      undefined,
    ])
    await expire()
    await stored.sweep()
    await db.transact(() => db.deleteFrom("pictures").execute(), of(1))
    await stored.sweep()
    expect(await Array.fromAsync(store.list())).toEqual([{ key: two, size: 3 }])
    // Of no tenant: an id from a request would find it, which is why the page says to begin with a protected row.
    expect(await db.transact(() => stored.get(two), of(1))).toMatchObject({ size: 3 })
    await expect(db.transact(() => stored.delete(two), of(1))).rejects.toThrow("foreign key")
  })

  it("can be uploaded by clients of a tenant", async () => {
    const upload = await stored.createUpload({ owner: "org:1:ada", name: "a", type: "image/png", size: 3 })
    await store.put(upload.id, new Blob(["abc"]).stream())
    const file = await db.transact(() => stored.confirmUpload(upload.id, { owner: "org:1:ada" }), of(1))
    expect(await stored.delete(file.id)).toBe(true)
  })

  it("are not swept if a policy hides their rows from the sweep", async () => {
    const id = await add(4, "four")
    // As after a transaction whose snapshot was older than the row of the bytes.
    await sql`insert into stored_file_leftovers (id, expires_at) values (${id}, now())`.execute(db)
    const owner = new Database<object>({ url: database.url })
    await sql`alter table stored_files add column org_id bigint not null default 4`.execute(owner)
    await protectTable(owner, "stored_files", { tenant: "org_id" })
    await owner.onStop()
    await expect(stored.sweep()).rejects.toThrow("row-level security")
    expect((await Array.fromAsync(store.list())).map(({ key }) => key)).toContain(id)
  })
})

import { isForeignKeyViolation } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { setTimeout } from "node:timers/promises"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { deleteFilesWith } from "../../src/index.ts"
import { claimBytes } from "../../src/rows/leftovers.ts"
import { StagedStream } from "../../src/staged-stream.ts"
import { type FilesApp, startFiles } from "./test-app.ts"

class RolledBack extends Error {}
const rollBack = () => {
  throw new RolledBack()
}
const nothing = { bytes: 0, rows: 0, leftovers: 0 }

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe.each(["PostgreSQL", "PGlite"])("files on %s", (server) => {
  let database: TestDatabase
  let own: FilesApp
  beforeAll(async () => {
    database = await createTestDatabase(server === "PGlite" ? { url: "pglite://memory" } : {})
    own = await startFiles(database.url)
  })
  afterAll(async () => {
    await own?.app.stop()
    await database?.drop()
  })
  beforeEach(async () => {
    await own.db.deleteFrom("tickets").execute()
    await sql`delete from stored_files`.execute(own.db)
    await own.expire()
    await own.files.sweep()
  })

  it("are stored, read and deleted", async () => {
    const put = await own.files.put(pieces("Hello, ", "Ada"), {
      name: "a/b/../hello.txt",
      type: "text/plain",
    })
    expect(put).toMatchObject({ name: "hello.txt", type: "text/plain", size: 10 })
    const found = (await own.files.get(put.id))!
    expect(JSON.stringify(found)).toBe(JSON.stringify(put))
    expect(String(await found.bytes())).toBe("Hello, Ada")
    expect(String((await Array.fromAsync(found.stream({ start: 7, length: 3 })))[0])).toBe("Ada")
    await expect(found.bytes({ maxSize: 9 })).rejects.toMatchObject({ code: "FILE_TOO_LARGE" })
    expect(await own.counts()).toEqual({ bytes: 1, rows: 1, leftovers: 0 })
    expect([await own.files.delete(put.id), await own.files.delete(put.id)]).toEqual([true, false])
    expect(await own.files.get(put.id)).toBeUndefined()
    expect(await own.counts()).toEqual(nothing)
  })

  it("take texts, bytes, Blobs, web streams and stored files", async () => {
    const text = await own.files.put("ü")
    expect(text).toMatchObject({ name: "file", type: "text/plain; charset=utf-8", size: 2 })
    expect(await own.files.put(new Uint8Array([1]))).toMatchObject({
      type: "application/octet-stream",
      size: 1,
    })
    const file = new File(["abc"], "a\u202egnp.exe", { type: "Audio/WebM;codecs=opus" })
    expect(await own.files.put(file)).toMatchObject({ name: "agnp.exe", type: "audio/webm", size: 3 })
    expect(await own.files.put(new Blob(["ab"]).stream())).toMatchObject({ size: 2 })
    expect(await own.files.put(text)).toMatchObject({ size: 2, sha256: text.sha256 })
    await expect(own.files.put(7 as never)).rejects.toMatchObject({ code: "FILE_SOURCE_INVALID" })
    await expect(own.files.put("", { type: "text/html\r\nx: y" })).rejects.toMatchObject({
      code: "FILE_OPTION_INVALID",
    })
  })

  it("are found by no text that is not an id", async () => {
    for (const id of ["", "1", "../x", "'; drop table stored_files", crypto.randomUUID()]) {
      expect(await own.files.get(id)).toBeUndefined()
      expect(await own.files.delete(id)).toBe(false)
    }
  })

  it("keep nothing of what is not as announced", async () => {
    for (const [code, options] of [
      ["FILE_TOO_LARGE", { maxSize: 2 }],
      ["FILE_SIZE_DIFFERS", { size: 4 }],
      ["FILE_DIGEST_DIFFERS", { sha256: "00" }],
    ] as const)
      await expect(own.files.put("abc", options)).rejects.toMatchObject({ code })
    expect(await own.counts()).toEqual(nothing)
  })

  it("are kept by a foreign key", async () => {
    const { id } = await own.files.put("abc")
    await own.db.insertInto("tickets").values({ id: 1, file_id: id }).execute()
    await expect(own.files.delete(id)).rejects.toSatisfy((error) => isForeignKeyViolation(error))
    expect(String(await (await own.files.get(id))!.bytes())).toBe("abc")
  })

  it("exist after a commit, and are deleted after the commit that deletes them", async () => {
    const { id } = await own.db.transact(async () => {
      const file = await own.files.put("abc")
      await own.db.insertInto("tickets").values({ id: 1, file_id: file.id }).execute()
      return file
    })
    expect(await own.counts()).toEqual({ bytes: 1, rows: 1, leftovers: 0 })
    const deletes = async () => {
      await own.db.deleteFrom("tickets").execute()
      expect(await own.files.delete(id)).toBe(true)
      expect((await Array.fromAsync(own.store.list())).length).toBe(1)
    }
    await expect(own.db.transact(() => deletes().then(rollBack))).rejects.toThrow(RolledBack)
    expect(String(await (await own.files.get(id))!.bytes())).toBe("abc")
    await own.db.transact(deletes)
    expect(await own.counts()).toEqual(nothing)
  })

  it("are two if an upload is stored twice", async () => {
    const stream = pieces("abc")
    const [one, other] = [await own.files.put(stream), await own.files.put(stream)]
    await own.files.delete(one.id)
    expect(String(await (await own.files.get(other.id))!.bytes())).toBe("abc")
  })

  it("are deleted with the row that refers to them, or when it refers to another one", async () => {
    await sql`create table owners (id int primary key)`.execute(own.db)
    await sql`create table "own pictures" (owner int references owners on delete cascade, "file's" uuid references stored_files)`.execute(
      own.db,
    )
    await deleteFilesWith(own.db, "public.own pictures", "file's")
    const [kept, first, second] = [
      await own.files.put("a"),
      await own.files.put("b"),
      await own.files.put("c"),
    ]
    await sql`insert into owners values (1)`.execute(own.db)
    await sql`insert into "own pictures" values (1, ${first.id}), (1, null)`.execute(own.db)
    await sql`update "own pictures" set owner = 1, "file's" = "file's"`.execute(own.db)
    expect((await own.counts()).rows).toBe(3)
    await sql`update "own pictures" set "file's" = ${second.id} where "file's" is not null`.execute(own.db)
    expect(await own.files.get(first.id)).toBeUndefined()
    await sql`delete from owners`.execute(own.db)
    expect(await own.files.get(second.id)).toBeUndefined()
    expect((await own.files.get(kept.id))?.size).toBe(1)
    expect(await own.files.sweep()).toBe(2)
    await sql`drop table "own pictures", owners`.execute(own.db)
  })

  it("leave their bytes to the sweep, however their rows are deleted", async () => {
    for (const statement of ["delete from stored_files", "truncate stored_files cascade"]) {
      await own.files.put("abc")
      await sql.raw(statement).execute(own.db)
      expect(await own.counts()).toMatchObject({ bytes: 1, rows: 0, leftovers: 1 })
      expect(await own.files.sweep()).toBe(1)
      expect(await own.counts()).toEqual(nothing)
    }
  })
})

describe("files and transactions of PostgreSQL", () => {
  let database: TestDatabase
  let own: FilesApp
  beforeAll(async () => {
    database = await createTestDatabase()
    own = await startFiles(database.url)
  })
  afterAll(async () => {
    await own?.app.stop()
    await database?.drop()
  })
  beforeEach(async () => {
    await sql`delete from stored_files`.execute(own.db)
    await own.expire()
    await own.files.sweep()
  })

  it("do not exist if it is rolled back, and their bytes are swept when they expire", async () => {
    await expect(own.db.transact(() => own.files.put("abc").then(rollBack))).rejects.toThrow(RolledBack)
    expect(await own.counts()).toEqual({ bytes: 1, rows: 0, leftovers: 1 })
    expect(await own.files.sweep()).toBe(0)
    await own.expire()
    expect(await own.files.sweep()).toBe(1)
    expect(await own.counts()).toEqual(nothing)
  })

  it.each(["read committed", "repeatable read", "serializable"] as const)(
    "are not swept while it is open, with %s",
    async (isolation) => {
      const { id } = await own.db.transact(
        async () => {
          // Its snapshot is older than the row of the bytes.
          await sql`select 1 from tickets`.execute(own.db)
          const file = await own.files.put("abc")
          // What a sweep sees an hour later.
          await sql`update stored_file_leftovers set expires_at = now()
            where id in (select id from stored_file_leftovers for update skip locked)`.execute(
            own.db.outsideTransaction(),
          )
          expect(await own.files.sweep()).toBe(0)
          return file
        },
        { isolation },
      )
      expect(await own.files.sweep()).toBe(0)
      expect(await own.counts()).toEqual({ bytes: 1, rows: 1, leftovers: 0 })
      expect(String(await (await own.files.get(id))!.bytes())).toBe("abc")
    },
  )

  it("are stored once if a conflict makes it run again, also from a stream", async () => {
    const source = pieces("ab", "c")
    let runs = 0
    const { id } = await own.db.transact(async () => {
      const file = await own.files.put(source)
      if (++runs === 1) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(own.db)
      return file
    })
    expect([runs, String(await (await own.files.get(id))!.bytes())]).toEqual([2, "abc"])
    expect(await own.counts()).toEqual({ bytes: 1, rows: 1, leftovers: 0 })
  })

  it("fail if their bytes have expired before the row is added", async () => {
    const failing = { code: "FILE_EXPIRED", status: 503 }
    const staged = await own.files.receive(pieces("abc"))
    await staged.discard()
    await expect(own.files.put(new StagedStream(staged))).rejects.toMatchObject(failing)
    // The clock of the database cannot be moved: the expiry is as it would be an hour later.
    const { rows } = await sql<{ past: string }>`select (now() - interval '1 ms')::text as past`.execute(
      own.db,
    )
    const { id } = await own.files.receive(pieces("abc"))
    expect(await own.db.transact((trx) => claimBytes(trx, id, rows[0]!.past))).toBe(false)
    expect((await own.counts()).rows).toBe(0)
  })

  it("lose nothing among processes that store, delete, roll back and sweep at the same time", async () => {
    const kept = new Map<string, string>()
    // What takes longer than a second fails, and is not lost.
    const files = own.withLeftovers(1)
    const work = async (at: number) => {
      const text = `file ${at}`
      const commits = at % 3 !== 0
      const storing = own.db.transact(async () => {
        const file = await files.put(pieces(text))
        if (!commits) rollBack()
        return file
      })
      const file = await storing.catch(() => undefined)
      if (file === undefined) return
      if (at % 5 === 0) await files.delete(file.id)
      else kept.set(file.id, text)
      if (at % 7 === 0) await files.sweep()
    }
    const next = Array.from({ length: 300 }, (_, at) => at).values()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const at of next) await work(at)
      }),
    )
    await setTimeout(1_000)
    await files.sweep()
    expect(await own.counts()).toEqual({ bytes: kept.size, rows: kept.size, leftovers: 0 })
    for (const [id, text] of kept) expect(String(await (await files.get(id))!.bytes())).toBe(text)
  })
})

import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { toNode } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { UploadOptions } from "../../src/index.ts"
import { FolderFileStore } from "../../src/store/folder-file-store.ts"
import { oddBytes } from "../../src/testing/file-store-subject.ts"
import { MemoryFileStore } from "../../src/testing.ts"
import { type FilesApp, startFiles } from "../rows/test-app.ts"

const bytes = oddBytes(2_000_000)
const ada = { owner: "ada" }

describe.each(["memory", "a folder"])("direct uploads to %s", (place) => {
  let database: TestDatabase
  let own: FilesApp
  let server: Server
  let origin: string
  let folder: string
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
    const store = place === "memory" ? new MemoryFileStore() : new FolderFileStore(folder)
    own = await startFiles(database.url, { store })
    server = createServer(toNode(own.app)).listen(0, "127.0.0.1")
    await once(server, "listening")
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(async () => {
    server?.close()
    await own?.app.stop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const create = (options: Partial<UploadOptions> = {}) =>
    own.files.createUpload({ ...ada, name: "a.png", type: "image/png", size: bytes.length, ...options })
  const send = async (url: string, { method = "PUT", type = "image/png", body = bytes } = {}) =>
    (await fetch(origin + url, { method, headers: { "content-type": type }, body })).status

  it("become files when they are confirmed", async () => {
    const upload = await create({ name: "../holiday.png" })
    expect(await own.files.get(upload.id)).toBeUndefined()
    expect(await send(upload.url)).toBe(204)
    const file = await own.files.confirmUpload(upload.id, ada)
    expect(file).toMatchObject({ name: "holiday.png", type: "image/png", size: bytes.length })
    expect(bytes.equals(await file.bytes())).toBe(true)
    // The bytes at the address are deleted.
    expect(await own.store.get(upload.id)).toBeUndefined()
  })

  it("can be confirmed once, by their owner", async () => {
    const upload = await create()
    await expect(own.files.confirmUpload(upload.id, ada)).rejects.toMatchObject({ code: "FILE_NOT_UPLOADED" })
    await send(upload.url)
    for (const [id, owner] of [
      [upload.id, "eve"],
      [upload.id, ""],
      [crypto.randomUUID(), "ada"],
      ["../etc", "ada"],
      [(await own.files.put("abc")).id, "ada"],
    ] as const)
      await expect(own.files.confirmUpload(id, { owner })).rejects.toMatchObject({ status: 404 })
    const both = await Promise.allSettled([1, 2].map(() => own.files.confirmUpload(upload.id, ada)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    await expect(own.files.confirmUpload(upload.id, ada)).rejects.toMatchObject({ status: 404 })
  })

  it("can be confirmed again after a transaction that was rolled back", async () => {
    const upload = await create()
    await send(upload.url)
    const failing = own.db.transact(async () => {
      await own.files.confirmUpload(upload.id, ada)
      throw new Error("the ticket could not be created")
    })
    await expect(failing).rejects.toThrow("the ticket")
    expect((await own.files.confirmUpload(upload.id, ada)).size).toBe(bytes.length)
  })

  it("cannot be changed after they were confirmed, though their address is still valid", async () => {
    const upload = await create()
    await send(upload.url)
    const { id } = await own.files.confirmUpload(upload.id, ada)
    expect(await send(upload.url, { body: Buffer.alloc(bytes.length) })).toBe(204)
    expect(bytes.equals(await (await own.files.get(id))!.bytes())).toBe(true)
    await expect(own.files.confirmUpload(upload.id, ada)).rejects.toMatchObject({ status: 404 })
    expect(await own.files.sweep()).toBe(0)
    await own.expire()
    await own.files.sweep()
    expect(await own.store.get(upload.id)).toBeUndefined()
    expect(bytes.equals(await (await own.files.get(id))!.bytes())).toBe(true)
  })

  it("have addresses for one file, method, size, type and time", async () => {
    const upload = await create()
    const other = await create()
    const file = await own.files.put("abc")
    const reading = await own.files.url(file.id, { seconds: 60 })
    const rejected = [
      await send(upload.url.replace(upload.id, other.id)),
      await send(upload.url.replace(upload.id, file.id)),
      await send(upload.url.replace(/expires=\d+/, "expires=99999999999")),
      await send(upload.url.replace(/signature=(.)/, (_, first) => `signature=${first === "-" ? "_" : "-"}`)),
      await send(upload.url.replace(/&signature=.*/, "")),
      await send(upload.url, { type: "text/html" }),
      await send(upload.url, { type: "image/png; charset=utf-8" }),
      await send(upload.url, { body: bytes.subarray(1) }),
      await send(upload.url, { body: Buffer.concat([bytes, bytes]) }),
      await send(reading, { body: Buffer.from("abc") }),
      (await fetch(origin + upload.url)).status,
    ]
    expect(rejected).toEqual(rejected.map(() => 403))
    for (const method of ["POST", "PATCH", "DELETE"])
      expect([404, 405]).toContain(await send(upload.url, { method }))
    expect(await own.store.get(upload.id)).toBeUndefined()
    expect(String(await file.bytes())).toBe("abc")
    const late = await create({ seconds: 1 })
    own.app.clock.advance({ seconds: 1 })
    expect(await send(late.url)).toBe(403)
  })

  it("keep nothing of a sender that goes away", async () => {
    const upload = await create()
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      `PUT ${upload.url} HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, 1_000_000))
    setTimeout(() => socket.destroy(), 200)
    await once(socket, "close")
    await expect(own.files.confirmUpload(upload.id, ada)).rejects.toMatchObject({ code: "FILE_NOT_UPLOADED" })
    expect(await send(upload.url)).toBe(204)
  })

  it("that nobody confirms are deleted, and not before a day has passed", async () => {
    const upload = await create({ seconds: 60 })
    await send(upload.url)
    const { rows } = await sql<{
      hours: number
    }>`select extract(epoch from expires_at - now())::int / 3600 as hours
      from stored_file_leftovers where id = ${upload.id}`.execute(own.db)
    expect(rows).toEqual([{ hours: 24 }])
    await own.expire()
    await own.files.sweep()
    expect(await own.store.get(upload.id)).toBeUndefined()
    await expect(own.files.confirmUpload(upload.id, ada)).rejects.toMatchObject({ status: 404 })
  })

  it("need a size, a media type and a time that can be signed", async () => {
    for (const options of [
      { size: -1 },
      { size: 1.5 },
      { size: NaN },
      { type: "image/png\r\nx-amz-acl: public-read" },
      { seconds: 0 },
      { seconds: 604_801 },
    ])
      await expect(create(options)).rejects.toMatchObject({ code: "FILE_OPTION_INVALID" })
  })
})

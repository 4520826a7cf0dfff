import { setTimeout as sleep } from "node:timers/promises"
import { S3mini } from "s3mini"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { oddBytes, piecesOf, readAll } from "../../src/testing/file-store-subject.ts"
import { fileStoreCases } from "../../src/testing.ts"
import { S3FileStore } from "../../src/store/s3-file-store.ts"
import { s3TargetOf } from "../../src/store/s3-target.ts"
import type { ObjectStore } from "../servers/object-store.ts"
import { PrivateCeph } from "../servers/private-ceph.ts"
import { PrivateSwift } from "../servers/private-swift.ts"

// Real servers, from packages that the check does not install: CONTRIBUTING.md names them.
//   TRIVET_LONG=1 npx vitest run packages/files/tests
describe.runIf(process.env["TRIVET_LONG"] === "1").each([
  ["radosgw", () => PrivateCeph.start()],
  ["Swift", () => PrivateSwift.start()],
] as const)("S3FileStore on %s", (_name, start) => {
  let server: ObjectStore
  let store: S3FileStore
  let bare: S3mini
  beforeAll(async () => {
    server = await start()
    const target = s3TargetOf(server.url)
    bare = new S3mini(target)
    await bare.createBucket()
    store = new S3FileStore(server.url)
  })
  afterAll(() => server?.stop())

  it.each(fileStoreCases({ make: () => store }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("leaves no parts of failed uploads behind", async () => {
    const source = async function* () {
      yield* piecesOf(oddBytes(9 * 1024 ** 2))
      throw new Error("the sender is gone")
    }
    await expect(store.put("failed", source())).rejects.toThrow("the sender is gone")
    expect(JSON.stringify(await bare.listMultipartUploads())).not.toContain("failed")
  })

  it("deletes the parts that a killed process has left of a file", async () => {
    const upload = await bare.getMultipartUploadId("app/killed")
    await bare.uploadPart("app/killed", upload, oddBytes(6 * 1024 ** 2), 1)
    expect(JSON.stringify(await bare.listMultipartUploads())).toContain("app/killed")
    await store.delete("killed")
    expect(JSON.stringify(await bare.listMultipartUploads())).not.toContain("app/killed")
  })

  it("makes addresses that are valid for one file, method and time, with the headers of the download", async () => {
    const bytes = oddBytes(1_000)
    await store.put("address", piecesOf(bytes))
    await store.put("other", piecesOf(bytes))
    const disposition = `attachment; filename="M_rz.png"; filename*=UTF-8''M%C3%A4rz.png`
    const address = await store.url("address", { seconds: 60, type: "image/png", disposition })
    const reply = await fetch(address)
    expect([
      reply.status,
      reply.headers.get("content-type"),
      reply.headers.get("content-disposition"),
    ]).toEqual([200, "image/png", disposition])
    expect(bytes.equals(Buffer.from(await reply.arrayBuffer()))).toBe(true)
    const other = await fetch(address.replace("app/address", "app/other"))
    const inline = await fetch(address.replace("attachment", "inline"))
    const put = await fetch(address, { method: "PUT", body: "x" })
    expect([other.status, inline.status, put.status]).toEqual([403, 403, 403])
    const late = await store.url("address", { seconds: 1, type: "image/png", disposition })
    await expect.poll(async () => (await fetch(late)).status).toBe(403)
  })

  it("makes addresses for uploads of one file, size, type and time", async () => {
    const bytes = oddBytes(100_000)
    const request = { seconds: 60, type: "image/png", size: bytes.length }
    const address = await store.uploadUrl("upload", request)
    const send = async (
      url: string,
      body: Uint8Array<ArrayBuffer> = bytes,
      type = "image/png",
      method = "PUT",
    ) => (await fetch(url, { method, headers: { "content-type": type }, body })).status
    const other = address.replace("app/upload", "app/address")
    const rejected = [
      await send(other),
      await send(address, bytes, "text/html"),
      await send(address, bytes.subarray(1)),
      await send(address, Buffer.concat([bytes, bytes])),
      await send(address, bytes, "image/png", "POST"),
      (await fetch(address)).status,
    ]
    expect(rejected.filter((status) => status < 400)).toEqual([])
    expect(await store.get("upload")).toBeUndefined()
    expect(await send(address)).toBe(200)
    expect(bytes.equals(await readAll(await store.get("upload")))).toBe(true)
    const late = await store.uploadUrl("late", { ...request, seconds: 1 })
    await sleep(2_000)
    expect(await send(late)).toBe(403)
    expect(await store.get("late")).toBeUndefined()
  })

  it("is unavailable with 503 while the server is killed, and works again afterwards", async () => {
    await store.put("outage", piecesOf(oddBytes(1_000)))
    await store.onHealth()
    await server.kill()
    const failing = { code: "FILES_UNAVAILABLE", status: 503 }
    await expect(store.put("outage-2", piecesOf(oddBytes(1_000)))).rejects.toMatchObject(failing)
    await expect(store.get("outage")).rejects.toMatchObject(failing)
    await expect(store.onHealth()).rejects.toMatchObject(failing)
    const restarted = sleep(100).then(() => server.restart())
    // A request that finds the server starting is repeated.
    await restarted
    await expect
      .poll(() =>
        store.onHealth().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect((await readAll(await store.get("outage"))).length).toBe(1_000)
    await store.put("outage-2", piecesOf(oddBytes(1_000)))
  })

  it("is unavailable while the server does not answer", async () => {
    server.freeze()
    try {
      const message = expect.stringContaining("no answer in time") as string
      await expect(store.onHealth()).rejects.toMatchObject({ status: 503, message })
      await expect(store.put("frozen", piecesOf(oddBytes(10)))).rejects.toMatchObject({ status: 503 })
    } finally {
      server.thaw()
    }
    await store.put("thawed", piecesOf(oddBytes(10)))
  })
})

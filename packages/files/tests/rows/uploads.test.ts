import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { form, file, multipart } from "@trivet/multipart"
import { inTransaction } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { anyone, type Context, contract, dto, group, implement, inject, routes } from "trivet"
import { api } from "trivet/api"
import { toNode } from "trivet/node"
import { createServer, type Server } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Files, StoreUploads } from "../../src/index.ts"
import { MemoryFileStore } from "../../src/testing.ts"
import { Db, type FilesApp, startFiles } from "./test-app.ts"

const Upload = dto({ id: "required" })
const Tickets = contract({
  create: {
    method: "POST",
    path: "/tickets",
    accepts: {
      body: form(dto({ fails: "" }), {
        picture: file({ types: ["image/png"], maxSize: "3 MB", required: true }),
      }),
    },
    returns: { 201: Upload },
  },
  ignore: {
    method: "POST",
    path: "/ignore",
    accepts: { body: form(dto({}), { picture: file() }) },
    returns: { 204: null },
  },
  look: {
    method: "POST",
    path: "/look",
    accepts: { body: form(dto({}), { picture: file({ required: true }) }) },
    returns: { 200: dto({ size: "required,integer", path: "required" }) },
  },
})

class TicketsController {
  readonly #files = inject(Files)
  routes() {
    return routes([
      group("", [anyone, StoreUploads, inTransaction(Db, { key: "files_trx" })], implement(Tickets, this)),
    ])
  }
  async create(ctx: Context<typeof Tickets.create>) {
    const { picture, fails } = await ctx.bind()
    const { id } = await this.#files.put(picture)
    if (fails === "yes") throw new Error("the ticket could not be created")
    return ctx.status(201).json({ id })
  }
  async ignore(ctx: Context<typeof Tickets.ignore>): Promise<undefined> {
    await ctx.bind()
  }
  async look(ctx: Context<typeof Tickets.look>) {
    const { picture } = await ctx.bind()
    const path = (() => {
      try {
        return picture.path
      } catch (error) {
        return (error as { code: string }).code
      }
    })()
    return { size: (await picture.bytes()).length, path }
  }
}

/** Shows what has arrived in it. */
class WatchedStore extends MemoryFileStore {
  arrived = 0
  protected override write(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const watch = async function* (this: WatchedStore) {
      for await (const piece of source) {
        this.arrived += piece.length
        yield piece
      }
    }
    return super.write(key, watch.call(this))
  }
}

let database: TestDatabase
let own: FilesApp
let server: Server
let origin: string
const store = new WatchedStore()
beforeAll(async () => {
  database = await createTestDatabase()
  const platform = api({ bodies: [multipart({ maxFileSize: "4 MB" })] })
  own = await startFiles(database.url, { store, controllers: [TicketsController], platform })
  server = createServer(toNode(own.app)).listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(async () => {
  server?.close()
  await own?.app.stop()
  await database?.drop()
})
afterEach(async () => {
  for (const { key } of await Array.fromAsync(store.list())) await own.files.delete(key)
})

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(2 * 1024 ** 2, 7)])

function send(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  texts: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.set(name, text)
  body.set("picture", new File([bytes], "dot.png"))
  return fetch(origin + path, { method: "POST", body })
}

describe("uploads with StoreUploads", () => {
  it("become files in the transaction of the request", async () => {
    const reply = await send("/tickets", png)
    expect(reply.status).toBe(201)
    const { id } = (await reply.json()) as { id: string }
    const found = (await own.files.get(id))!
    expect(found).toMatchObject({ name: "dot.png", type: "image/png", size: png.length })
    expect(png.equals(await found.bytes())).toBe(true)
    expect(await own.counts()).toEqual({ bytes: 1, rows: 1, leftovers: 0 })
  })

  it("can be read before they are stored, and have no path", async () => {
    expect(await (await send("/look", png)).json()).toEqual({ size: png.length, path: "UPLOAD_WITHOUT_PATH" })
  })

  it.each([
    ["that fail", "/tickets", png, { fails: "yes" }, 500],
    ["of a wrong type", "/tickets", Buffer.from("<svg>"), {}, 400],
    [
      "that are too large for the field",
      "/tickets",
      Buffer.concat([png, png]).subarray(0, 3_500_000),
      {},
      400,
    ],
    ["that are too large for the form", "/tickets", Buffer.concat([png, png, png]), {}, 413],
    ["that a handler does not store", "/ignore", png, {}, 204],
  ])("leave nothing behind of requests %s", async (_what, path, bytes, texts, status) => {
    const reply = await send(path, Buffer.from(bytes), texts)
    await reply.arrayBuffer()
    expect(reply.status).toBe(status)
    await expect.poll(() => own.counts()).toEqual({ bytes: 0, rows: 0, leftovers: 0 })
  })

  it("are written while they arrive, and are deleted if the client leaves", async () => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1")
    const before = store.arrived
    const head = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
    socket.write(
      `POST /tickets HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 3000000\r\n\r\n${head}`,
    )
    socket.write(png.subarray(0, 1_000_000))
    await expect.poll(() => store.arrived - before).toBeGreaterThan(900_000)
    expect(await own.counts()).toEqual({ bytes: 0, rows: 0, leftovers: 1 })
    await sleep(20)
    socket.destroy()
    await expect.poll(() => own.counts()).toEqual({ bytes: 0, rows: 0, leftovers: 0 })
  })
})

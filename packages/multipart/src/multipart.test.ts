import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest"
import { type Context, dto, module, type OutputOf, post, routes, type StandardSchema } from "trivet"
import { findJsonSchema } from "trivet/extend"
import { toFetch } from "trivet/fetch"
import { createTestApp, type TestApp } from "trivet/testing"
import { readForm, web } from "trivet/web"
import { z } from "zod"
import { file } from "./file.ts"
import { fileList } from "./files.ts"
import { form } from "./form.ts"
import { multipart } from "./multipart.ts"
import type { UploadedFile } from "./uploaded-file.ts"

const CreatePost = dto({ title: "required", size: "integer", published: "required,boolean" })
const PostForm = form(CreatePost, { picture: file({ types: ["image/png", "image/jpeg"], maxSize: "1 KB" }) })
const Album = form(dto({}), { pictures: fileList({ types: ["image/png"], minCount: 1, maxCount: 2 }) })
// Neither names its texts.
const AnyTexts = form(z.looseObject({ title: z.string() }), { picture: file() })
const Opaque: StandardSchema<Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
}
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100, 7)])

let folder: string
let saved: string
/** What lay in the folder while the handler ran. */
let seen: { readonly names: string[]; readonly mode: number } | undefined

class Site {
  routes() {
    return routes([
      post("/posts", this.create),
      post("/texts", this.texts),
      post("/fails", this.fails),
      post("/save", this.save),
      post("/album", this.album),
      post("/caught", this.caught),
      post("/any", this.any),
    ])
  }
  async create(ctx: Context) {
    const read = await readForm(ctx, PostForm)
    if (!read.ok) return ctx.status(422).json(read)
    const { picture, ...texts } = read.value
    if (picture !== undefined)
      seen = { names: await inFolder(), mode: (await stat(picture.path)).mode & 0o777 }
    return { ...texts, input: read.input, picture: picture && (await told(picture)) }
  }
  texts(ctx: Context) {
    return ctx.bind(CreatePost)
  }
  async fails(ctx: Context) {
    await ctx.bind(PostForm)
    throw new Error("broken")
  }
  async album(ctx: Context) {
    const read = await readForm(ctx, Album)
    if (!read.ok) return ctx.status(422).json(read.errors)
    return read.value.pictures.map(({ name }) => name)
  }
  /** What a handler finds on the disk after it has caught the fault. */
  async caught(ctx: Context) {
    const code = await ctx.bind(PostForm).then(
      () => "none",
      (error: unknown) => (error as { code: string }).code,
    )
    return { code, left: await inFolder() }
  }
  any(ctx: Context) {
    return ctx.bind(AnyTexts)
  }
  async save(ctx: Context) {
    const { picture } = await ctx.bind(PostForm)
    await picture!.saveAs(join(saved, "kept"))
    return {}
  }
}

async function told(picture: UploadedFile) {
  const { name, type, size } = picture
  const pieces: Uint8Array[] = []
  for await (const piece of picture.stream()) pieces.push(piece)
  const whole = Buffer.concat(pieces).equals(await picture.bytes())
  return { name, type, size, whole }
}

function inFolder(): Promise<string[]> {
  return readdir(folder, { recursive: true })
}

let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "multipart-test-"))
  saved = await mkdtemp(join(tmpdir(), "multipart-saved-"))
  const limits = {
    folder,
    maxTotal: "64 KB",
    maxFileSize: "4 KB",
    maxFiles: 2,
    maxFieldSize: 100,
    maxText: 250,
    maxFields: 5,
  } as const
  app = await createTestApp(module({ name: "site", declarations: [Site] }), {
    platform: web({ bodies: [multipart(limits)] }),
  })
})
beforeEach(() => {
  seen = undefined
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(saved, { recursive: true })
})

async function send(target: string, data: FormData) {
  const request = new Request("http://a/", { method: "POST", body: data })
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { "content-type": request.headers.get("content-type")! }
  const reply = await app.request("POST", target, { headers, body })
  // Removed after the reply: the client need not wait for it.
  await expect.poll(inFolder).toEqual([])
  return reply
}

function filled(
  texts: Record<string, string>,
  picture?: string | Buffer<ArrayBuffer>,
  name = "cat.png",
): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries({ title: "T", ...texts })) data.append(key, value)
  if (picture !== undefined) data.append("picture", new Blob([picture], { type: "text/html" }), name)
  return data
}

describe("multipart", () => {
  it("gives texts converted by the schema, and a file that lies on disk until the call is over", async () => {
    const reply = await send("/posts", filled({ size: "7", published: "on" }, png))
    expect(reply.json()).toEqual({
      title: "T",
      size: 7,
      published: true,
      input: { title: "T", size: "7", published: "on" },
      picture: { name: "cat.png", type: "image/png", size: 108, whole: true },
    })
    expect(seen?.mode).toBe(0o600)
    expect(seen?.names).toHaveLength(2)
  })

  it("needs no file, and takes an empty one for none", async () => {
    expect((await send("/posts", filled({}))).json()).toEqual({
      title: "T",
      published: false,
      input: { title: "T" },
    })
    // What browsers send where no file was chosen.
    const reply = await app.request("POST", "/posts", {
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: [
        '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nT\r\n',
        '--b\r\nContent-Disposition: form-data; name="picture"; filename=""\r\n',
        "Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n",
      ].join(""),
    })
    expect([reply.status, await inFolder()]).toEqual([200, []])
  })

  it("removes the files where the handler fails", async () => {
    expect((await send("/fails", filled({}, png))).status).toBe(500)
  })

  it("keeps what the handler saved, and replaces no file", async () => {
    expect((await send("/save", filled({}, png))).status).toBe(200)
    expect(await readFile(join(saved, "kept"))).toEqual(png)
    const other = Buffer.concat([png, png])
    expect((await send("/save", filled({}, other))).status).toBe(500)
    expect(await readFile(join(saved, "kept"))).toEqual(png)
  })

  it("removes the files of a form that is rejected at once, and not with the reply", async () => {
    const data = filled({}, png)
    data.append("late", "x".repeat(101))
    data.append("late", "x".repeat(101))
    expect((await send("/caught", data)).json()).toEqual({ code: "FORM_TOO_LARGE", left: [] })
    expect((await send("/caught", filled({}, Buffer.alloc(4_097)))).json()).toEqual({
      code: "FORM_TOO_LARGE",
      left: [],
    })
  })

  it("keeps a text only where the schema takes its name", async () => {
    const names = ["title", "other", "size"]
    const texts = Object.fromEntries(names.map((name) => [name, "1"]))
    const { input } = (await send("/posts", filled(texts))).json() as { input: object }
    expect(Object.keys(input)).toEqual(["title", "size"])
    expect((await send("/any", filled({ other: "kept" }))).json()).toEqual({ title: "T", other: "kept" })
    expect(findJsonSchema(form(Opaque, { picture: file() }), "input")).toMatchObject({
      additionalProperties: true,
    })
  })

  it("answers 415 to a form that is compressed", async () => {
    const request = new Request("http://a/", { method: "POST", body: filled({}) })
    const headers = {
      "content-type": request.headers.get("content-type")!,
      "content-encoding": "gzip",
      accept: "application/json",
    }
    const body = new Uint8Array(await request.arrayBuffer())
    expect((await app.request("POST", "/posts", { headers, body })).status).toBe(415)
    const identity = { ...headers, "content-encoding": "identity" }
    expect((await app.request("POST", "/posts", { headers: identity, body })).status).toBe(200)
  })

  it("never stores a file that the schema does not name", async () => {
    const data = filled({}, png)
    data.append("other", new Blob([Buffer.alloc(3_000)]), "x")
    expect((await send("/posts", data)).status).toBe(200)
    expect(seen?.names).toHaveLength(2)
    expect((await send("/texts", filled({}, png))).json()).toEqual({ title: "T", published: false })
  })

  it("reports errors that a user can correct by field", async () => {
    expect((await send("/posts", filled({ size: "x", title: "" }, Buffer.alloc(1_025)))).json()).toEqual({
      ok: false,
      input: { title: "", size: "x" },
      errors: {
        title: "Title is required",
        size: "Size must be a number",
        picture: "Picture must have at most 1 KB",
      },
    })
    for (const bytes of ["<svg onload=alert(1)>", "GIF89a..", "", "\x89PN"]) {
      const { errors } = (await send("/posts", filled({}, bytes))).json() as { errors: object }
      expect(errors).toEqual({ picture: "Picture must be PNG or JPEG" })
    }
  })

  it("takes several files under one name", async () => {
    const album = (...pictures: Buffer<ArrayBuffer>[]) => {
      const data = new FormData()
      for (const [at, picture] of pictures.entries())
        data.append("pictures", new Blob([picture]), `${at}.png`)
      return send("/album", data)
    }
    expect((await album(png, png)).json()).toEqual(["0.png", "1.png"])
    expect((await album(png)).json()).toEqual(["0.png"])
    expect((await album(png, Buffer.from("GIF89a"))).json()).toEqual({ pictures: "Pictures must be PNG" })
    expect((await album()).json()).toEqual({ pictures: "Pictures must be at least one file" })
    expect(await fileList({ maxCount: 2 })["~standard"].validate([1, 2, 3])).toEqual({
      issues: [{ message: "must be at most 2 files", code: "maxCount=2" }],
    })
    expectTypeOf<OutputOf<typeof Album>>().toEqualTypeOf<{ pictures: UploadedFile[] }>()
  })

  it("takes one file, not two, and no text in place of one", async () => {
    const two = filled({}, png)
    two.append("picture", new Blob([png]), "b.png")
    expect((await send("/posts", two)).json()).toMatchObject({
      errors: { picture: "Picture must be one file" },
    })
    const text = await app.request("POST", "/posts", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "title=T&picture=cat.png",
    })
    expect(text.json()).toMatchObject({
      errors: { picture: 'Picture must be a file: the form needs `enctype="multipart/form-data"`' },
    })
  })

  it.each<[string, () => FormData]>([
    ["a file", () => filled({}, Buffer.alloc(4_097))],
    ["a text", () => filled({ title: "x".repeat(101) })],
    ["all texts together", () => filled({ title: "x".repeat(90), size: "x".repeat(90), a: "x".repeat(90) })],
    ["all texts together, in names", () => filled({ ["x".repeat(130)]: "", ["y".repeat(130)]: "" })],
    ["the number of texts", () => filled({ a: "", b: "", c: "", d: "", e: "" })],
    [
      "the number of files",
      () => {
        const data = filled({}, png)
        data.append("b", new Blob([""]), "b")
        data.append("c", new Blob([""]), "c")
        return data
      },
    ],
    ["all of it", () => filled({}, Buffer.alloc(70_000))],
  ])("answers 413 where %s is over its limit", async (_, data) => {
    const reply = await send("/posts", data())
    expect([reply.status, reply.text().includes("Payload Too Large")]).toEqual([413, true])
  })

  it("answers 500 if a file cannot be written, and logs the reason", async () => {
    const broken = await createTestApp(module({ name: "site", declarations: [Site] }), {
      platform: web({ bodies: [multipart({ folder: join(folder, "nowhere") })] }),
    })
    const request = new Request("http://a/", { method: "POST", body: filled({}, png) })
    const reply = await broken.request("POST", "/posts", {
      headers: { "content-type": request.headers.get("content-type")!, accept: "application/json" },
      body: new Uint8Array(await request.arrayBuffer()),
    })
    expect([reply.status, reply.json()]).toEqual([500, { error: "Internal Server Error" }])
    expect(JSON.stringify(broken.logs)).toContain("ENOENT")
  })

  it("reads the same through fetch, where it can also be left", async () => {
    const sendTo = async (data: FormData) => {
      const made = new Request("http://a/posts", { method: "POST", body: data })
      const { headers } = made
      // Whole, because Node's own stream of form data fails when it is left.
      const body = await made.arrayBuffer()
      return toFetch(app)(new Request("http://a/posts", { method: "POST", headers, body }))
    }
    const reply = await sendTo(filled({}, png))
    expect(await reply.json()).toMatchObject({ picture: { size: 108 } })
    expect((await sendTo(filled({}, Buffer.alloc(70_000)))).status).toBe(413)
    await expect.poll(inFolder).toEqual([])
  })

  it("joins the schema of a file to one of any library", async () => {
    const schema = form(z.object({ age: z.number() }), { cv: file({ required: true }) })
    expectTypeOf<OutputOf<typeof schema>>().toEqualTypeOf<{ age: number; cv: UploadedFile }>()
    expectTypeOf<OutputOf<typeof PostForm>["picture"]>().toEqualTypeOf<UploadedFile | undefined>()
    expect(await schema["~standard"].validate({ age: 7 })).toMatchObject({
      issues: [{ path: ["cv"], message: "is required", code: "required" }],
    })
  })

  it("refuses options that cannot work", () => {
    expect(() => multipart({ maxTotal: 0 })).toThrow(/0 is no number of bytes/)
    // @ts-expect-error No such unit.
    expect(() => file({ maxSize: "2 MiB" })).toThrow(/"2 MiB" is no number of bytes/)
    // @ts-expect-error An SVG can hold scripts.
    expect(() => file({ types: ["image/svg+xml"] })).toThrow(/cannot be told by first bytes/)
  })
})

import { file, fileList, form, multipart } from "@trivet/multipart"
import { type Context, contract, createApp, dto, implement, module, Describe } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"

const body = form(dto({ title: "required" }), {
  picture: file({ required: true }),
  more: fileList({ maxCount: 2 }),
})
const pictures = contract({
  upload: { method: "POST", path: "/pictures", accepts: { body } },
  rename: { method: "PUT", path: "/pictures", accepts: { body: dto({ title: "required" }) } },
})

class PicturesController {
  routes() {
    return implement(pictures, this)
  }
  async upload(ctx: Context<typeof pictures.upload>) {
    const { title, picture, more } = await ctx.bind()
    return { title, bytes: picture.size, more: more.length }
  }
  rename(ctx: Context<typeof pictures.rename>) {
    return ctx.bind()
  }
}

const app = await createApp(module({ name: "pictures", declarations: [PicturesController] }), {
  platform: api({ bodies: [multipart({ maxFileSize: "1 KB" })] }),
})
let url = ""
let stop: () => Promise<unknown>
beforeAll(async () => ({ url, stop } = await serve(app, { port: 0, signals: false, drainDelay: 0 })))
afterAll(() => stop())

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

async function send(
  method: string,
  sent: string | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<[number, unknown]> {
  const reply = await fetch(`${url}/pictures`, { method, body: sent, headers })
  return [reply.status, await reply.json()]
}

describe("an upload to an API", () => {
  it("is read like a form of a web site, within its limits", async () => {
    const picture = new Blob(["12345"])
    expect(await send("POST", formOf({ title: "Sea", picture, more: picture }))).toEqual([
      200,
      { title: "Sea", bytes: 5, more: 1 },
    ])
    expect((await send("POST", formOf({ title: "Sea" })))[0]).toBe(400)
    expect((await send("POST", formOf({ title: "Sea", picture: new Blob(["x".repeat(2_000)]) })))[0]).toBe(
      413,
    )
  })

  it("changes nothing for other bodies: they are JSON, whatever their type says", async () => {
    const renamed = [200, { title: "Sky" }]
    expect(await send("PUT", '{"title":"Sky"}')).toEqual(renamed)
    expect(await send("PUT", '{"title":"Sky"}', { "content-type": "application/xml" })).toEqual(renamed)
    expect((await send("PUT", "title=Sky", { "content-type": "application/x-www-form-urlencoded" }))[0]).toBe(
      400,
    )
  })

  it("is described as multipart/form-data, and other bodies as JSON", () => {
    const { paths } = describeOpenApi(app.get(Describe)(), { title: "Pictures", version: "1.0.0" })
    const { post, put } = paths["/pictures"]!
    expect(Object.keys(post!.requestBody!.content)).toEqual(["multipart/form-data"])
    expect(JSON.stringify(post!.requestBody!.content)).toContain('"format":"binary"')
    expect(Object.keys(put!.requestBody!.content)).toEqual(["application/json"])
  })
})

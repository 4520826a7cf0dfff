import { describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import type { Context } from "../../context/context.ts"
import { post, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts"
import { api } from "../api/api.ts"
import { html } from "./html/html.ts"
import { type FormState, readForm } from "./read-form.ts"
import { redirect } from "./redirect.ts"
import { render, type View } from "./view.ts"
import { web } from "./web.ts"

const Register = dto({
  email: "required,email",
  password: "required,min=8",
  created_at: "",
  age: "integer,min=18",
  news: "required,boolean",
})
const Tagged = z.object({ tags: z.array(z.string().min(2, "Too short")), firstName: z.string() })

const registerView: View<FormState<typeof Register>> = ({ input, errors }) =>
  html`<input name="email" value="${input.email}" /><p>${errors.email}</p>`

class Site {
  routes() {
    return routes([
      post("/bind", this.bind),
      post("/register", this.register),
      post("/tags", this.tags),
      post("/twice", this.twice),
    ])
  }
  bind(ctx: Context) {
    return ctx.bind(Register)
  }
  async register(ctx: Context) {
    const form = await readForm(ctx, Register, { forget: ["age"], labels: { email: "E-mail" } })
    if (!form.ok) return render(registerView, form, { status: 422 })
    expectTypeOf(form.value.email).toEqualTypeOf<string>()
    expectTypeOf(form.input.email).toEqualTypeOf<string | undefined>()
    return redirect("/welcome")
  }
  async tags(ctx: Context) {
    const form = await readForm(ctx, Tagged)
    expectTypeOf(form.input.tags).toEqualTypeOf<readonly string[] | undefined>()
    return form
  }
  async twice(ctx: Context) {
    return [await ctx.bind(Register), await readForm(ctx, Register)]
  }
}
const Root = module({ name: "site", declarations: [Site] })
const urlencoded = "application/x-www-form-urlencoded"
const good = "email=a%40b.example&password=longenough"

async function send(
  path: string,
  body: string | Uint8Array,
  type: string | undefined = urlencoded,
  app?: TestApp,
) {
  const to = app ?? (await createTestApp(Root, { platform: web() }))
  const headers = { accept: "application/json", ...(type !== "" && { "content-type": type }) }
  return to.request("POST", path, { headers, body })
}

describe("ctx.bind on the web platform", () => {
  it("reads a form, converted by the schema", async () => {
    const reply = await send("/bind", `${good}&age=42&news=on&role=admin`, `${urlencoded}; charset=UTF-8`)
    expect(reply.json()).toEqual({ email: "a@b.example", password: "longenough", age: 42, news: true })
    expect((await send("/bind", `${good}&age=`)).json()).toEqual({
      email: "a@b.example",
      password: "longenough",
      news: false,
    })
  })

  it("reads JSON as before, whatever its type is called", async () => {
    const body = JSON.stringify({ email: "a@b.example", password: "longenough", news: true })
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/vnd.a.b+json"])
      expect((await send("/bind", body, type)).status).toBe(200)
    // In JSON a missing boolean is missing.
    expect((await send("/bind", body.replace(',"news":true', ""), "application/json")).status).toBe(400)
  })

  it.each([
    "",
    "text/plain",
    "text/plain;application/json",
    "text/html",
    "multipart/form-data; boundary=a",
    "application/json, text/plain",
    "text/plain, application/json",
    "application/jsonx",
    "text/x+json",
    "nonsense",
  ])("answers 415 to the type %j: another site's page may send it unasked", async (type) => {
    const reply = await send("/bind", '{"email":"a@b.example","password":"longenough","news":true}', type)
    expect([reply.status, reply.json()]).toEqual([415, { error: "Unsupported Media Type" }])
  })

  it("reads nothing but JSON on the API platform, and JSON whatever the type says", async () => {
    const app = await createTestApp(Root, { platform: api() })
    expect((await send("/bind", good, urlencoded, app)).status).toBe(400)
    const body = '{"email":"a@b.example","password":"longenough","news":true}'
    expect((await send("/bind", body, urlencoded, app)).status).toBe(200)
  })

  it.each([
    ["a repeated name where the schema has no list", `${good}&email=c%40d.example`],
    ["NUL", `${good}&created_at=%00`],
    ["half a character", `${good}&created_at=%ED%A0%80`],
    ["a malformed escape", `${good}&created_at=%zz`],
    ["a malformed name", `${good}&%=1`],
    ["a rule that fails", "email=x&password=longenough"],
    ["nothing", ""],
  ])("answers 400 to %s", async (_, body) => {
    const reply = await send("/bind", body)
    expect([reply.status, reply.json()]).toEqual([400, { error: "Invalid request" }])
  })

  it("answers 413 to too many fields, 413 to too many bytes, 415 to what is encoded", async () => {
    const app = await createTestApp(Root, { platform: web(), bodyLimit: 5_000 })
    expect((await send("/bind", `${good}${"&a".repeat(999)}`, urlencoded, app)).status).toBe(413)
    expect((await send("/bind", `${good}${"&a=1234567".repeat(600)}`, urlencoded, app)).status).toBe(413)
    const encoded = await app.request("POST", "/bind", {
      headers: { "content-type": urlencoded, "content-encoding": "gzip", accept: "application/json" },
      body: good,
    })
    expect(encoded.status).toBe(415)
  })

  it("may be called again", async () => {
    expect((await send("/twice", good)).json()).toMatchObject([{ news: false }, { ok: true }])
  })
})

describe("readForm", () => {
  it("tells what is wrong with each field, and gives back what was sent but for passwords and secrets", async () => {
    const reply = await send("/register", "email=<b>&password=short&created_at=%00&age=17&other=x")
    expect([reply.status, reply.json()]).toEqual([
      422,
      {
        ok: false,
        input: { email: "<b>", created_at: "\0", other: "x" },
        errors: {
          email: "E-mail must be an e-mail address",
          password: "Password must have at least 8 characters",
          created_at: "Created at must not hold NUL or half a character",
          age: "Age must be at least 18",
        },
      },
    ])
  })

  it("shows the form again to a person, with 422", async () => {
    const app = await createTestApp(Root, { platform: web() })
    const reply = await app.request("POST", "/register", {
      headers: { "content-type": urlencoded, accept: "text/html" },
      body: "email=%22%3E%3Cscript%3E",
    })
    expect([reply.status, reply.text()]).toEqual([
      422,
      '<input name="email" value="&quot;&gt;&lt;script&gt;" /><p>E-mail must be an e-mail address</p>',
    ])
    expect(reply.headers.get("content-security-policy")).toContain("nonce-")
    expect(reply.headers.get("vary")).toBe("Accept")
  })

  it("gives the value where nothing is wrong", async () => {
    const reply = await send("/register", good)
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/welcome"])
  })

  it("keeps lists, and the sentences of other libraries", async () => {
    expect((await send("/tags", "tags=a&tags=bc&firstName=x&firstName=y")).json()).toEqual({
      ok: false,
      input: { tags: ["a", "bc"], firstName: "x" },
      errors: { tags: "Too short", firstName: "Invalid input: expected string, received array" },
    })
    expect((await send("/tags", "tags=ab&firstName=x")).json()).toEqual({
      ok: true,
      input: { tags: ["ab"], firstName: "x" },
      errors: {},
    })
  })

  it("does the same for a client that sends JSON, on both platforms", async () => {
    for (const platform of [web(), api()]) {
      const app = await createTestApp(Root, { platform })
      const body = '{"email":"x","password":"y","age":7,"news":true,"created_at":{"a":1}}'
      const reply = await send("/register", body, "application/json", app)
      expect(reply.status).toBe(422)
      expect(reply.json()).toMatchObject({
        input: { email: "x", news: "true" },
        errors: { age: "Age must be at least 18", created_at: "Created at must be a text" },
      })
    }
    expect((await send("/register", "[1]", "application/json")).json()).toMatchObject({
      errors: { "": "The form must be an object" },
    })
  })

  it("raises a fault for a malformed body or one of another type", async () => {
    expect((await send("/register", "email=%zz")).status).toBe(400)
    expect((await send("/register", good, "text/plain")).status).toBe(415)
    expect((await send("/register", "a&".repeat(1_001))).status).toBe(413)
  })

  it("has no prototype in what it gives back", async () => {
    const reply = await send("/register", "__proto__=a&__proto__=b&constructor=c&toString=d")
    expect(reply.text()).not.toContain("__proto__")
    expect(reply.json()).toMatchObject({ input: { constructor: "c", toString: "d" } })
  })
})

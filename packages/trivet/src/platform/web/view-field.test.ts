import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { Reply } from "../../context/reply/reply.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { api } from "../api/api.ts"
import { html } from "./html/html.ts"
import { redirect } from "./redirect.ts"
import { render, type View } from "./view.ts"
import { web } from "./web.ts"

const titleView: View<{ readonly title: string }> = ({ title }, page) =>
  html`<h1>${title}</h1>${page.get("request_id")}`
const otherView: View<{ readonly title: string }> = async ({ title }) => html`<h2>${title}</h2>`
const data = { title: "T" }
const json = "application/json; charset=utf-8"
const both = "text/html, application/json;q=0.5"

const SignedIn = {
  provides: ["request_id"] as const,
  handle(ctx: Context, next: Next) {
    if (ctx.query("stop") !== "") return ctx.status(401).json({ error: "Who <are> you?" })
    ctx.set("request_id", "ada")
    return next()
  },
}

/** A route whose handler returns what a test says. */
function siteOf(handler: (ctx: Context<"/">) => unknown) {
  class Site {
    routes() {
      return routes([
        get("/", handler, {
          view: titleView,
          middlewares: [SignedIn],
          returns: {
            200: dto({ title: "required" }),
            201: null,
            303: null,
            304: null,
            404: null,
            409: null,
            422: null,
            500: null,
          },
        }),
      ])
    }
  }
  return module({ name: "site", declarations: [Site] })
}

async function ask(handler: (ctx: Context<"/">) => unknown, accept = both, path = "/") {
  const app = await createTestApp(siteOf(handler), {
    platform: web({ error: ({ status, message }) => html`<p>${status} ${message}</p>` }),
  })
  const reply = await app.request("GET", path, { headers: { accept } })
  return { status: reply.status, text: reply.text(), headers: reply.headers }
}

function ready(status: number, value?: unknown): Reply {
  const reply = Reply.body(status, json, JSON.stringify(data), value)
  reply.headers = new ReplyHeaders().set("etag", '"1"').set("cache-control", "no-cache").set("link", "</2>")
  return reply
}

describe("view", () => {
  it.each<[string, (ctx: Context<"/">) => unknown, number, string]>([
    ["a value", () => data, 200, "<h1>T</h1>ada"],
    ["a promise", async () => data, 200, "<h1>T</h1>ada"],
    [
      "what can be awaited",
      // oxlint-disable-next-line unicorn/no-thenable
      () => ({ then: (give: (value: unknown) => void) => give(data) }),
      200,
      "<h1>T</h1>ada",
    ],
    ["a value with a status", (ctx) => ctx.status(201).json(data), 201, "<h1>T</h1>ada"],
    ["a map that names a status", () => ({ _status: 201, data }), 201, "<h1>T</h1>ada"],
    ["another view", () => render(otherView, data, { status: 422 }), 422, "<h2>T</h2>"],
    ["an error", (ctx) => ctx.status(404).json({ error: "No <post>" }), 404, "<p>404 No &lt;post&gt;</p>"],
    ["a map that is an error", () => ({ error: "Taken", status: 409 }), 409, "<p>409 Taken</p>"],
    ["another error", (ctx) => ctx.status(409).json({ why: 1 }), 409, "<p>409 Conflict</p>"],
    ["a body that is made already", () => ready(200), 200, "<h1>T</h1>ada"],
    ["a body with its value", () => ready(200, { title: "V" }), 200, "<h1>V</h1>ada"],
    ["no change of the JSON", () => ready(304), 200, "<h1>T</h1>ada"],
  ])("shows people %s", async (_, handler, status, text) => {
    const reply = await ask(handler)
    expect([reply.status, reply.text]).toEqual([status, text])
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(reply.headers.get("vary")).toBe("Accept")
  })

  it.each<[string, (ctx: Context<"/">) => unknown, number, string]>([
    ["a value", () => data, 200, '{"title":"T"}'],
    ["a value with a status", (ctx) => ctx.status(201).json(data), 201, '{"title":"T"}'],
    ["another view", () => render(otherView, data, { status: 422 }), 422, '{"title":"T"}'],
    ["an error", (ctx) => ctx.status(404).json({ error: "No" }), 404, '{"error":"No"}'],
    ["a body that is made already", () => ready(200), 200, '{"title":"T"}'],
    ["no change of it", () => ready(304), 304, ""],
  ])("gives programs %s", async (_, handler, status, text) => {
    const reply = await ask(handler, "application/json")
    expect([reply.status, reply.text]).toEqual([status, text])
    expect(reply.headers.get("vary")).toBe("Accept")
    const onApi = await createTestApp(siteOf(handler), { platform: api() })
    const same = await onApi.request("GET", "/")
    expect([same.status, same.text()]).toEqual([status, text])
  })

  it("keeps a reply's headers, but not those of the JSON", async () => {
    const { headers } = await ask(() => ready(200))
    expect([headers.get("etag"), headers.get("cache-control"), headers.get("link")]).toEqual([
      undefined,
      "no-cache",
      "</2>",
    ])
    expect((await ask(() => ready(200), "application/json")).headers.get("etag")).toBe('"1"')
  })

  it("leaves what is no data", async () => {
    expect(await ask((ctx) => ctx.status(201).send("plain"))).toMatchObject({ status: 201, text: "plain" })
    expect(await ask(() => redirect("/x"))).toMatchObject({ status: 303, text: "" })
    expect(await ask(() => new Response("made", { status: 201 }))).toMatchObject({
      status: 201,
      text: "made",
    })
    expect(await ask(() => html`<b></b>`)).toMatchObject({ status: 200, text: "<b></b>" })
  })

  it("sends a middleware's error as a page if `Accept` names HTML", async () => {
    const page = await ask(() => data, both, "/?stop=1")
    expect([page.status, page.text, page.headers.get("vary")]).toEqual([
      401,
      "<p>401 Who &lt;are&gt; you?</p>",
      "Accept",
    ])
    for (const accept of ["*/*", "", "application/json"])
      expect((await ask(() => data, accept, "/?stop=1")).text).toBe('{"error":"Who <are> you?"}')
  })

  it("holds the handler to its contract, not the page", async () => {
    expect((await ask(() => ({ title: 1 }))).status).toBe(500)
    expect((await ask((ctx) => ctx.status(418).json(data))).status).toBe(500)
  })

  it("answers 500 where a view fails", async () => {
    const broken = () => {
      throw new Error("secret")
    }
    expect((await ask(() => render(broken, data))).status).toBe(500)
  })
})

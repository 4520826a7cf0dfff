import {
  type Context,
  dto,
  get,
  list,
  module,
  mount,
  type Next,
  optional,
  post,
  type Security,
  Describe,
} from "trivet"
import { api, problem } from "trivet/api"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { oddModule } from "../tests/odd-module.ts"
import { describeOpenApi } from "./describe-open-api.ts"
import type { OpenApiInfo } from "./document/info.ts"

const info: OpenApiInfo = { title: "Odd", version: "1.0.0" }
const app = (await createTestApp(oddModule)).get(Describe)()
const { paths, components, tags } = describeOpenApi(app, info)

function operation(method: string, path: string) {
  const found = paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not in ${Object.keys(paths).join(" ")}`)
  return found
}

describe("describeOpenApi", () => {
  it("writes one path for routes that differ in the names of parameters only", () => {
    expect(Object.keys(paths["/files/{name}"]!)).toEqual(["get", "put"])
    expect(operation("put", "/files/{name}").parameters).toMatchObject([{ name: "name", in: "path" }])
  })

  it("writes a wildcard as one segment, or as more where a parameter stands already", () => {
    expect(operation("get", "/all/{rest}").parameters).toMatchObject([
      { name: "rest", required: true, description: expect.stringContaining("slashes") as unknown },
    ])
    expect(operation("get", "/all/{rest}").parameters![0]).toHaveProperty("x-wildcard", true)
    expect(operation("get", "/files/{name}").parameters![0]).not.toHaveProperty("x-wildcard")
    expect(operation("get", "/files/{of}/{rest}").parameters).toHaveLength(2)
    expect(operation("get", "/{rest}/deep/{rest_}").parameters).toHaveLength(2)
  })

  it("has the headers that middlewares require, unless the route lists them", async () => {
    const handle = (_: Context, next: Next) => next()
    const middlewares = [
      { requiredHeaders: { "Idempotency-Key": "A new value." }, answers: { 409: "Runs." }, handle },
    ]
    const accepts = { headers: dto({ "idempotency-key": "required,min=9" }) }
    class Charges {
      routes() {
        return [
          post("/charges", () => 1, { middlewares }),
          post("/listed", () => 1, { middlewares, accepts }),
        ]
      }
    }
    const described = (await createTestApp(module({ name: "charges", declarations: [Charges] }))).get(
      Describe,
    )()
    const found = describeOpenApi(described, info).paths
    expect(found["/charges"]?.["post"]?.parameters).toEqual([
      {
        name: "Idempotency-Key",
        in: "header",
        description: "A new value.",
        required: true,
        schema: { type: "string" },
      },
    ])
    expect(found["/charges"]?.["post"]?.responses).toMatchObject({ 409: { description: "Runs." } })
    expect(found["/listed"]?.["post"]?.parameters).toMatchObject([
      { name: "idempotency-key", schema: { minLength: 9 } },
    ])
  })

  it("has the dates of a deprecated route", async () => {
    const about = { deprecated: "2026-03-01", sunset: "2126-09-01" }
    class Old {
      routes() {
        return [get("/old", () => 1, { about }), get("/new", () => 1)]
      }
    }
    const described = (await createTestApp(module({ name: "old", declarations: [Old] }))).get(Describe)()
    const found = describeOpenApi(described, info).paths
    const dates = { deprecated: true, "x-deprecated": "2026-03-01", "x-sunset": "2126-09-01" }
    expect(found["/old"]?.["get"]).toMatchObject(dates)
    for (const name of Object.keys(dates)) expect(found["/new"]?.["get"]).not.toHaveProperty(name)
  })

  it("gives every operation an id of its own", () => {
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(operation("get", "/files/{name}").operationId).toBe("getFilesByName")
    expect(operation("put", "/files/{name}").operationId).toBe("putFilesById")
  })

  it("tags by module, and leaves hidden routes out", () => {
    expect(tags).toEqual([{ name: "odd" }])
    expect(paths["/hidden"]).toBeUndefined()
    const few = describeOpenApi(app, { ...info, include: ({ path }) => path.startsWith("/all") })
    expect(Object.keys(few.paths)).toEqual(["/all/{rest}"])
  })

  it("leaves mounted handlers out, which have no method of their own", async () => {
    class Mounting {
      routes() {
        return [mount("/graphql", () => new Response()), get("/graphql/own", () => 1)]
      }
    }
    const mounting = await createTestApp(module({ name: "mounting", declarations: [Mounting] }))
    expect(Object.keys(describeOpenApi(mounting.get(Describe)(), info).paths)).toEqual(["/graphql/own"])
  })

  it("names what refers to itself, what has an id, and what it is told to name", () => {
    const { Person, PostCommentsBody } = components.schemas as Record<string, { properties?: unknown }>
    expect(Person).toMatchObject({ type: "object", properties: { name: { type: "string" } } })
    expect(PostCommentsBody?.properties).toMatchObject({
      replies: { type: "array", items: { $ref: "#/components/schemas/PostCommentsBody" } },
    })
    expect(operation("post", "/pairs").responses["200"]).toMatchObject({
      content: { "application/json": { schema: { items: { $ref: "#/components/schemas/Person" } } } },
    })
    expect(JSON.stringify(components.schemas)).not.toContain("$defs")
  })

  it("says nothing of a body that JSON Schema cannot tell, and offers a text in both forms", () => {
    expect(operation("get", "/when").responses).toMatchObject({
      200: { content: { "application/json": {} } },
      304: { description: "Not Modified" },
    })
    const text = operation("get", "/text").responses["200"]
    expect(Object.keys((text as { content: object }).content)).toEqual(["application/json", "text/plain"])
  })

  it("joins a route's own error with the framework's where both may come", () => {
    expect(operation("get", "/own-error").responses["400"]).toMatchObject({
      content: {
        "application/json": { schema: { anyOf: [{}, { $ref: "#/components/schemas/Error" }] } },
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
      },
    })
  })

  it("asks for what each middleware on the way asks for: all of them, one of each", () => {
    const guarded = operation("delete", "/guarded/{id}")
    expect(guarded.security).toEqual([
      { bearer: [], key: [] },
      { session: [], key: [] },
    ])
    expect(Object.keys(guarded.responses)).toEqual(["204", "400", "401", "403", "429", "default"])
    expect(guarded.responses["403"]).toMatchObject({ description: "The key is not for this." })
    expect(Object.keys(components.securitySchemes)).toEqual(["bearer", "session", "key"])
  })

  it("writes the nested objects, choices, defaults and descriptions of a DTO", async () => {
    const Author = dto({ name: "required; Who wrote it", role: "oneof=writer|editor,default=writer" })
    const Article = dto({ title: "required", author: Author, others: list(Author), editor: optional(Author) })
    class Articles {
      routes() {
        const query = dto({ limit: "integer,min=1,default=20; How many articles" })
        return [
          get("/articles", () => [], { accepts: { query }, returns: { 200: list(Article) } }),
          post("/articles", () => undefined, { accepts: { body: Article }, returns: { 204: null } }),
        ]
      }
    }
    const articles = (await createTestApp(module({ name: "articles", declarations: [Articles] }))).get(
      Describe,
    )()
    const document = describeOpenApi(articles, { ...info, schemas: { Article, Author } })
    const schema = { type: "integer", minimum: 1, default: 20, description: "How many articles" }
    expect(document.paths["/articles"]!["get"]!.parameters).toEqual([
      { name: "limit", in: "query", description: "How many articles", schema },
    ])
    const author = { $ref: "#/components/schemas/Author" }
    expect(document.components.schemas).toMatchObject({
      Author: {
        properties: {
          name: { description: "Who wrote it" },
          role: { type: "string", enum: ["writer", "editor"], default: "writer" },
        },
        required: ["name"],
      },
      Article: {
        properties: { author, others: { type: "array", items: author }, editor: author },
        required: ["title", "author", "others"],
      },
    })
  })

  it("says that credentials are optional where a middleware does", async () => {
    const scheme = { type: "http", scheme: "bearer" } as const
    const viewer = {
      security: { name: "bearer", scheme, optional: true },
      handle: (_: Context, next: Next) => next(),
    }
    const key = {
      security: { name: "key", scheme: { type: "apiKey", in: "header", name: "x-key" } },
      handle: (_: Context, next: Next) => next(),
    } as const
    class Posts {
      routes() {
        return [
          get("/posts", () => [], { middlewares: [viewer] }),
          get("/keyed", () => [], { middlewares: [viewer, key] }),
        ]
      }
    }
    const posts = (await createTestApp(module({ name: "posts", declarations: [Posts] }))).get(Describe)()
    const { paths: open } = describeOpenApi(posts, info)
    const { security, responses } = open["/posts"]!["get"]!
    expect(security).toEqual([{}, { bearer: [] }])
    expect(Object.keys(responses)).not.toContain("401")
    expect(open["/keyed"]!["get"]!.security).toEqual([{ key: [] }, { bearer: [], key: [] }])
  })

  it("refuses two different schemes of one name", async () => {
    const guard = (scheme: Security["scheme"]) => ({
      security: { name: "auth", scheme },
      handle: () => undefined,
    })
    class Two {
      routes() {
        return [
          get("/a", () => 1, { middlewares: [guard({ type: "http", scheme: "basic" })] }),
          get("/b", () => 1, { middlewares: [guard({ type: "http", scheme: "bearer" })] }),
        ]
      }
    }
    const two = (await createTestApp(module({ name: "two", declarations: [Two] }))).get(Describe)()
    expect(() => describeOpenApi(two, info)).toThrow('security schemes named "auth"')
  })
})

describe("describeOpenApi of an application with `api({ errors })`", () => {
  class Posts {
    routes() {
      return [
        get("/posts/:id", () => ({}), {
          accepts: { query: dto({ page: "integer" }) },
          returns: { 200: dto({ id: "" }), 404: dto({ error: "required" }), 410: problem().schema },
        }),
      ]
    }
  }
  const root = module({ name: "posts", declarations: [Posts] })
  const ref = { $ref: "#/components/schemas/Error" }

  it("describes every error in that form, and no other", async () => {
    const described = (await createTestApp(root, { platform: api({ errors: problem() }) })).get(Describe)()
    const document = describeOpenApi(described, info)
    expect(document.components.schemas).toMatchObject({
      Error: { required: ["type", "title", "status", "detail"] },
    })
    expect(Object.keys(document.components.schemas)).toEqual(["Error"])
    const example = { type: "about:blank", title: "Bad Request", status: 400, detail: "Invalid request" }
    expect(document.components.responses).toMatchObject({
      InvalidRequest: { content: { "application/problem+json": { schema: ref, example } } },
      Failure: { content: { "application/problem+json": { schema: ref } } },
    })
    expect(Object.keys(document.components.responses["Failure"]!.content!)).toEqual([
      "application/problem+json",
    ])
  })

  it("keeps what a record lists beside it, because `ctx.status()` replies stay as they are", async () => {
    const described = (await createTestApp(root, { platform: api({ errors: problem() }) })).get(Describe)()
    const { responses } = describeOpenApi(described, info).paths["/posts/{id}"]!["get"]!
    expect(responses["404"]).toMatchObject({
      content: {
        "application/json": { schema: { required: ["error"] } },
        "application/problem+json": { schema: ref },
      },
    })
    expect(responses["410"]).toMatchObject({ content: { "application/problem+json": { schema: ref } } })
  })

  it("offers both schemas where the media type is the same, and no example where `body` throws", async () => {
    const errors = {
      type: "application/json",
      schema: dto({ fault: "required" }),
      body: (): never => {
        throw new Error("no body")
      },
    }
    const described = (await createTestApp(root, { platform: api({ errors }) })).get(Describe)()
    const document = describeOpenApi(described, info)
    expect(document.paths["/posts/{id}"]!["get"]!.responses["404"]).toMatchObject({
      content: { "application/json": { schema: { anyOf: [{ required: ["error"] }, ref] } } },
    })
    expect(document.components.responses["Failure"]!.content).toEqual({ "application/json": { schema: ref } })
  })
})

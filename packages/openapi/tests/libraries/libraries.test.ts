import { Describe } from "trivet"
import type { JsonSchema } from "trivet/extend"
import { createTestApp, type TestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { describeOpenApi, type OpenApiDocument } from "@trivet/openapi"
import { itemsModule } from "./items-module.ts"
import type { Library, Parts } from "./parts.ts"
import { withArkType } from "./with-arktype.ts"
import { withDto } from "./with-dto.ts"
import { withTypeBox } from "./with-typebox.ts"
import { withValibot } from "./with-valibot.ts"
import { withZod } from "./with-zod.ts"

const libraries: Readonly<Record<string, Library>> = {
  Zod: withZod,
  Valibot: withValibot,
  ArkType: withArkType,
  TypeBox: withTypeBox,
  "dto()": withDto,
}
const rich = Object.keys(libraries).filter((name) => libraries[name]?.rich !== undefined)

const path = "/orgs/acme/items/7"
const flatBody = { email: "a@b.example", name: "A", password: "12345678" }
const richBody = { ...flatBody, roles: ["admin"], address: { city: "C" } }

interface Sent {
  readonly path?: string
  readonly team?: string
  readonly body?: unknown
  readonly raw?: string
}

/** [what is sent, the status it gets]. */
const flatCalls: readonly (readonly [Sent, number])[] = [
  [{}, 200],
  [{ path: `${path}?open=true` }, 201],
  [{ path: `${path}?open=false` }, 200],
  [{ path: "/orgs/acme/items/404" }, 404],
  [{ path: `${path}?limit=1&q=7&other=x` }, 200],
  [{ path: `${path}?q=` }, 200],
  [{ body: { ...flatBody, age: 0, newsletter: true } }, 200],
  [{ body: { ...flatBody, unknown: 1 } }, 200],
  [{ body: { ...flatBody, password: "ääääääää" } }, 200],
  [{ path: "/orgs/acme/items/0" }, 400],
  [{ path: "/orgs/acme/items/7.5" }, 400],
  [{ path: "/orgs/acme/items/x" }, 400],
  [{ path: "/orgs/acme/items/%" }, 400],
  [{ path: `${path}?limit=0` }, 400],
  [{ path: `${path}?limit=` }, 400],
  [{ path: `${path}?limit=1e1` }, 400],
  [{ path: `${path}?open=yes` }, 400],
  [{ path: `${path}?open=` }, 400],
  [{ team: "" }, 400],
  [{ body: { ...flatBody, email: "nobody" } }, 400],
  [{ body: { ...flatBody, name: "" } }, 400],
  [{ body: { ...flatBody, name: null } }, 400],
  [{ body: { ...flatBody, password: "1234567" } }, 400],
  [{ body: { ...flatBody, age: -1 } }, 400],
  [{ body: { ...flatBody, age: 1.5 } }, 400],
  [{ body: { ...flatBody, age: "1" } }, 400],
  [{ body: { ...flatBody, newsletter: "true" } }, 400],
  [{ body: { email: "a@b.example", name: "A" } }, 400],
  [{ body: [] }, 400],
  [{ body: null }, 400],
  [{ raw: "" }, 400],
  [{ raw: "{" }, 400],
]

/** All that the libraries differ in. Whatever is not in this list gets the same status. */
const unlikeCalls: readonly (readonly [Sent, Readonly<Record<string, number>>])[] = [
  // JSON Schema's "email" is what mail servers take, and they take hosts without a dot.
  [
    { body: { ...flatBody, email: "a@b" } },
    { Zod: 400, Valibot: 400, ArkType: 400, TypeBox: 200, "dto()": 400 },
  ],
  // Only dto() takes letters beyond ASCII and refuses what no database stores.
  [
    { body: { ...flatBody, email: "ü@bücher.example" } },
    { Zod: 400, Valibot: 400, ArkType: 400, TypeBox: 400, "dto()": 200 },
  ],
  [
    { body: { ...flatBody, name: "a\0" } },
    { Zod: 200, Valibot: 200, ArkType: 200, TypeBox: 200, "dto()": 400 },
  ],
  // Only dto() bounds a text for which the contract names no maximum.
  [
    { body: { ...flatBody, name: "a".repeat(10_001) } },
    { Zod: 200, Valibot: 200, ArkType: 200, TypeBox: 200, "dto()": 400 },
  ],
  // A whole number, but not the one that was sent: it cannot be held exactly.
  [
    { path: "/orgs/acme/items/9007199254740993" },
    { Zod: 400, Valibot: 200, ArkType: 200, TypeBox: 200, "dto()": 400 },
  ],
]

const richCalls: readonly (readonly [Sent, number])[] = [
  [{}, 200],
  [{ path: `${path}?tag=a&tag=b&sort=up` }, 200],
  [{ path: `${path}?tag=a` }, 200],
  [{ path: `${path}?sort=sideways` }, 400],
  [{ path: `${path}?sort=` }, 400],
  [{ body: { ...richBody, address: { city: "C", lines: ["1", "2"] } } }, 200],
  [{ body: { ...richBody, roles: ["admin", "reader"] } }, 200],
  [{ body: { ...richBody, roles: [] } }, 400],
  [{ body: { ...richBody, roles: ["king"] } }, 400],
  [{ body: { ...richBody, roles: "admin" } }, 400],
  [{ body: { ...richBody, address: { city: "" } } }, 400],
  [{ body: { ...richBody, address: { city: "C", lines: [1] } } }, 400],
  [{ body: { ...richBody, address: "C" } }, 400],
  [{ body: flatBody }, 400],
]

async function statusOf(app: TestApp, sent: Sent, usual: object): Promise<number> {
  const headers = { "x-team": sent.team ?? "red" }
  const body = sent.raw === undefined ? { json: "body" in sent ? sent.body : usual } : { body: sent.raw }
  return (await app.request("PUT", sent.path ?? path, { headers, ...body })).status
}

async function documentOf(parts: Parts): Promise<OpenApiDocument> {
  const app = await createTestApp(itemsModule(parts))
  return describeOpenApi(app.get(Describe)(), { title: "Items", version: "1.0.0" })
}

describe.each(Object.keys(libraries))("a contract in %s", (name) => {
  const library = libraries[name]!

  it("answers each call with the status it has in every library", async () => {
    const app = await createTestApp(itemsModule(library.flat))
    for (const [sent, status] of flatCalls)
      expect(await statusOf(app, sent, flatBody), JSON.stringify(sent)).toBe(status)
    const missing = await app.request("PUT", path, { json: flatBody })
    expect([missing.status, missing.json()]).toEqual([400, { error: "Invalid request" }])
  })

  it("differs in the listed calls only", async () => {
    const app = await createTestApp(itemsModule(library.flat))
    for (const [sent, statuses] of unlikeCalls)
      expect(await statusOf(app, sent, flatBody), JSON.stringify(sent)).toBe(statuses[name])
  })
})

describe.each(rich)("a contract of lists, enumerations and nested objects in %s", (name) => {
  it("answers each call with the status it has in every library", async () => {
    const app = await createTestApp(itemsModule(libraries[name]!.rich!))
    for (const [sent, status] of richCalls)
      expect(await statusOf(app, sent, richBody), JSON.stringify(sent)).toBe(status)
  })
})

interface Difference {
  readonly libraries: readonly string[]
  readonly what: string
  change(schema: JsonSchema): JsonSchema
}

/** All that the documents differ in. Whatever is not in this list is equal. */
const differences: readonly Difference[] = [
  {
    libraries: ["Zod"],
    what: "bounds whole numbers by what a number can hold exactly",
    change: (schema) =>
      drop(
        schema,
        (word, value) => /^m..imum$/.test(word) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER,
      ),
  },
  {
    libraries: ["Zod", "ArkType"],
    what: "tells the pattern by which it knows an e-mail address",
    change: (schema) => drop(schema, (word) => word === "pattern" && schema["format"] === "email"),
  },
  {
    libraries: ["Zod", "Valibot"],
    what: "says of an enumeration of texts that it is a text",
    change: (schema) => drop(schema, (word) => word === "type" && "enum" in schema),
  },
  {
    libraries: ["dto()"],
    what: "says also of a required e-mail address that it is not empty",
    change: (schema) => drop(schema, (word) => word === "minLength" && schema["format"] === "email"),
  },
  {
    libraries: ["dto()"],
    what: "says of every text how many characters it may have",
    change: (schema) => drop(schema, (word) => word === "maxLength"),
  },
]

function drop(schema: JsonSchema, isDropped: (word: string, value: unknown) => boolean): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([word, value]) => !isDropped(word, value)))
}

/** A document with differences taken out; the order of names means nothing and is made the same. */
function level(value: unknown, taken: readonly Difference[]): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => level(item, taken))
    return items.every((item) => typeof item === "string") ? items.toSorted() : items
  }
  if (typeof value !== "object" || value === null) return value
  const changed = taken.reduce((schema, { change }) => change(schema), value as JsonSchema)
  return Object.fromEntries(Object.entries(changed).map(([name, inner]) => [name, level(inner, taken)]))
}

describe("the documents of a contract", () => {
  it.each(["flat", "rich"] as const)("are equal but for the listed differences (%s)", async (kind) => {
    const plain = level(await documentOf(withTypeBox[kind]!), [])
    for (const name of kind === "flat" ? Object.keys(libraries) : rich) {
      const own = differences.filter((difference) => difference.libraries.includes(name))
      expect(level(await documentOf(libraries[name]![kind]!), own), name).toEqual(plain)
    }
  })

  it.each(differences)("differ still: $libraries $what", async ({ libraries: names, change }) => {
    for (const name of names) {
      const written = await documentOf(libraries[name]!.rich ?? libraries[name]!.flat)
      const only: Difference = { libraries: [], what: "", change }
      expect(level(written, [only]), name).not.toEqual(level(written, []))
    }
  })
})

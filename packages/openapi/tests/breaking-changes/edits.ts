// Large because: it is one table, which is read as a whole.
import {
  type Context,
  dto,
  get,
  list,
  type Next,
  optional,
  post,
  put,
  type Route,
  type Security,
  stream,
} from "trivet"
import type { RouteAbout } from "trivet/extend"
import { type ApiOptions, problem } from "trivet/api"
import { z } from "zod"

type Schema = NonNullable<NonNullable<Route["accepts"]>["body"]>

/** One edit of a contract, and what it is. */
export interface Edit {
  readonly name: string
  readonly before: readonly Route[]
  readonly after: readonly Route[]
  /** `none`: the document does not change in a way that clients could notice. */
  readonly verdict: "breaking" | "safe" | "none"
  /** Where the change is reported. */
  readonly place: string
  /** Options of the platform afterwards. */
  readonly options?: ApiOptions
}

const nothing = () => null
const body = (schema: Schema) => [post("/posts", nothing, { accepts: { body: schema } })]
const query = (schema: Schema) => [get("/posts", nothing, { accepts: { query: schema } })]
const headers = (schema: Schema) => [get("/posts", nothing, { accepts: { headers: schema } })]
const params = (schema: Schema) => [get("/posts/:id", nothing, { accepts: { params: schema } })]
const reply = (schema: Schema | null, status = 200) => [
  get("/posts", nothing, { returns: { [status]: schema } }),
]
const events = (schema: Schema) => reply(stream(schema))
const about = (given: RouteAbout) => [get("/posts", nothing, { about: given })]

function guard(...security: Security[]) {
  return { security, handle: (_: Context, next: Next) => next() }
}
const bearer: Security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } }
const key: Security = { name: "key", scheme: { type: "apiKey", in: "header", name: "X-Key" } }
const otherKey: Security = { name: "key", scheme: { type: "apiKey", in: "header", name: "X-Api-Key" } }
const guarded = (...security: Security[]) => [get("/posts", nothing, { middlewares: [guard(...security)] })]
const open = [get("/posts", nothing)]

const Author = dto({ name: "required" })
interface Node {
  name: string
  next?: Node | undefined
}
const chain: z.ZodType<Node> = z.object({ name: z.string(), next: z.lazy(() => chain).optional() })
interface ShortNode {
  name: string
  next?: ShortNode | undefined
}
const shortChain: z.ZodType<ShortNode> = z.object({
  name: z.string().max(9),
  next: z.lazy(() => shortChain).optional(),
})
const cat = z.object({ kind: z.literal("cat"), lives: z.int() })
const dog = z.object({ kind: z.literal("dog"), name: z.string() })

type Row = readonly [
  name: string,
  before: readonly Route[],
  after: readonly Route[],
  verdict: Edit["verdict"],
  place: string,
  options?: ApiOptions,
]

const rows: readonly Row[] = [
  // Bodies, with dto()
  [
    "a new optional field",
    body(dto({ title: "required" })),
    body(dto({ title: "required", text: "max=9" })),
    "safe",
    "body.text",
  ],
  [
    "a new required field",
    body(dto({ title: "required" })),
    body(dto({ title: "required", text: "required" })),
    "breaking",
    "body.text",
  ],
  [
    "a new field with a default",
    body(dto({ title: "required" })),
    body(dto({ title: "required", sort: "default=asc" })),
    "safe",
    "body.sort",
  ],
  [
    "a field that becomes required",
    body(dto({ title: "max=9" })),
    body(dto({ title: "required,max=9" })),
    "breaking",
    "body.title",
  ],
  [
    "a field that becomes optional",
    body(dto({ title: "required" })),
    body(dto({ title: "" })),
    "safe",
    "body.title",
  ],
  [
    "an optional field that goes",
    body(dto({ title: "required", text: "" })),
    body(dto({ title: "required" })),
    "breaking",
    "body.text",
  ],
  [
    "a renamed field",
    body(dto({ title: "required" })),
    body(dto({ name: "required" })),
    "breaking",
    "body.name",
  ],
  [
    "a shorter text",
    body(dto({ title: "required,max=200" })),
    body(dto({ title: "required,max=80" })),
    "breaking",
    "body.title",
  ],
  [
    "a longer text",
    body(dto({ title: "required,max=80" })),
    body(dto({ title: "required,max=200" })),
    "safe",
    "body.title",
  ],
  [
    "a greater least length",
    body(dto({ title: "required,min=2" })),
    body(dto({ title: "required,min=3" })),
    "breaking",
    "body.title",
  ],
  [
    "a least length of an optional text",
    body(dto({ title: "" })),
    body(dto({ title: "min=3" })),
    "breaking",
    "body.title",
  ],
  [
    "a smaller least length of an optional text",
    body(dto({ title: "min=3" })),
    body(dto({ title: "min=2" })),
    "safe",
    "body.title",
  ],
  [
    "a text that must be an address",
    body(dto({ to: "required,max=254" })),
    body(dto({ to: "required,email" })),
    "breaking",
    "body.to",
  ],
  [
    "a text that need no longer be an address",
    body(dto({ to: "required,email" })),
    body(dto({ to: "required,max=254" })),
    "safe",
    "body.to",
  ],
  [
    "a text that must be one line",
    body(dto({ to: "required" })),
    body(dto({ to: "required,line" })),
    "breaking",
    "body.to",
  ],
  [
    "another type",
    body(dto({ stars: "required,integer" })),
    body(dto({ stars: "required" })),
    "breaking",
    "body.stars",
  ],
  [
    "an integer that may be any number",
    body(dto({ stars: "integer" })),
    body(dto({ stars: "number" })),
    "safe",
    "body.stars",
  ],
  [
    "a number that must be an integer",
    body(dto({ stars: "number" })),
    body(dto({ stars: "integer" })),
    "breaking",
    "body.stars",
  ],
  [
    "a greater minimum",
    body(dto({ stars: "integer,min=0" })),
    body(dto({ stars: "integer,min=1" })),
    "breaking",
    "body.stars",
  ],
  [
    "a new maximum",
    body(dto({ stars: "integer" })),
    body(dto({ stars: "integer,max=5" })),
    "breaking",
    "body.stars",
  ],
  [
    "another value",
    body(dto({ sort: "oneof=asc|desc" })),
    body(dto({ sort: "oneof=asc|desc|top" })),
    "safe",
    "body.sort",
  ],
  [
    "a value less",
    body(dto({ sort: "oneof=asc|desc|top" })),
    body(dto({ sort: "oneof=asc|desc" })),
    "breaking",
    "body.sort",
  ],
  [
    "values in another order",
    body(dto({ sort: "oneof=asc|desc" })),
    body(dto({ sort: "oneof=desc|asc" })),
    "none",
    "",
  ],
  [
    "another default",
    body(dto({ sort: "oneof=asc|desc,default=asc" })),
    body(dto({ sort: "oneof=asc|desc,default=desc" })),
    "breaking",
    "body.sort",
  ],
  [
    "a default of an optional field",
    body(dto({ sort: "oneof=asc|desc" })),
    body(dto({ sort: "oneof=asc|desc,default=asc" })),
    "breaking",
    "body.sort",
  ],
  [
    "a default of a required field",
    body(dto({ sort: "required,oneof=asc|desc" })),
    body(dto({ sort: "oneof=asc|desc,default=asc" })),
    "safe",
    "body.sort",
  ],
  [
    "a description",
    body(dto({ title: "required" })),
    body(dto({ title: "required; The title" })),
    "none",
    "",
  ],
  [
    "fields in another order",
    body(dto({ a: "required", b: "" })),
    body(dto({ b: "", a: "required" })),
    "none",
    "",
  ],
  [
    "a nested field that becomes required",
    body(dto({ author: Author })),
    body(dto({ author: dto({ name: "required", mail: "required" }) })),
    "breaking",
    "body.author.mail",
  ],
  [
    "a nested object that becomes optional",
    body(dto({ author: Author })),
    body(dto({ author: optional(Author) })),
    "safe",
    "body.author",
  ],
  [
    "a field of the objects in a list",
    body(dto({ tags: list(dto({ name: "max=9" })) })),
    body(dto({ tags: list(dto({ name: "max=8" })) })),
    "breaking",
    "body.tags[].name",
  ],
  [
    "a list instead of an object",
    body(dto({ author: Author })),
    body(dto({ author: list(Author) })),
    "breaking",
    "body.author",
  ],
  ["a body", [post("/posts", nothing)], body(dto({ title: "" })), "breaking", "body"],
  ["no body any more", body(dto({ title: "" })), [post("/posts", nothing)], "breaking", "body"],
  // Bodies, with Zod
  [
    "a closed object that opens",
    body(z.strictObject({ a: z.string() })),
    body(z.object({ a: z.string() })),
    "safe",
    "body.*",
  ],
  [
    "an open object that closes",
    body(z.object({ a: z.string() })),
    body(z.strictObject({ a: z.string() })),
    "breaking",
    "body.*",
  ],
  [
    "a field of a closed object",
    body(z.strictObject({ a: z.string() })),
    body(z.strictObject({ a: z.string(), b: z.string().optional() })),
    "safe",
    "body.b",
  ],
  [
    "a field of an object that takes any other",
    body(z.looseObject({ a: z.string() })),
    body(z.looseObject({ a: z.string(), b: z.string().optional() })),
    "breaking",
    "body.b",
  ],
  [
    "a text that may be null",
    body(z.object({ a: z.string() })),
    body(z.object({ a: z.string().nullable() })),
    "safe",
    "body.a",
  ],
  [
    "a text that may no longer be null",
    body(z.object({ a: z.string().nullable() })),
    body(z.object({ a: z.string() })),
    "breaking",
    "body.a",
  ],
  [
    "another type beside the first",
    body(z.object({ a: z.string() })),
    body(z.object({ a: z.union([z.string(), z.number()]) })),
    "safe",
    "body.a",
  ],
  [
    "a type less",
    body(z.object({ a: z.union([z.string(), z.number()]) })),
    body(z.object({ a: z.number() })),
    "breaking",
    "body.a",
  ],
  [
    "another member of a tagged union",
    body(z.discriminatedUnion("kind", [cat])),
    body(z.discriminatedUnion("kind", [cat, dog])),
    "safe",
    "body.kind",
  ],
  [
    "a member less of a tagged union",
    body(z.discriminatedUnion("kind", [cat, dog])),
    body(z.discriminatedUnion("kind", [cat])),
    "breaking",
    "body.kind",
  ],
  [
    "a stricter member of a tagged union",
    body(z.discriminatedUnion("kind", [cat, dog])),
    body(z.discriminatedUnion("kind", [cat, dog.extend({ name: z.string().max(9) })])),
    "breaking",
    "body.name",
  ],
  [
    "a pattern",
    body(z.object({ a: z.string() })),
    body(z.object({ a: z.string().regex(/^x/) })),
    "breaking",
    "body.a",
  ],
  [
    "another pattern, which cannot be compared",
    body(z.object({ a: z.string().regex(/^x/) })),
    body(z.object({ a: z.string().regex(/^x?/) })),
    "breaking",
    "body.a",
  ],
  [
    "no pattern any more",
    body(z.object({ a: z.string().regex(/^x/) })),
    body(z.object({ a: z.string() })),
    "safe",
    "body.a",
  ],
  [
    "listed values that become any text",
    body(z.object({ a: z.enum(["x", "y"]) })),
    body(z.object({ a: z.string() })),
    "safe",
    "body.a",
  ],
  [
    "listed values that a pattern accepts",
    body(z.object({ a: z.enum(["x", "xy"]) })),
    body(z.object({ a: z.string().regex(/^x/) })),
    "safe",
    "body.a",
  ],
  [
    "listed values that a pattern rejects",
    body(z.object({ a: z.enum(["x", "yx"]) })),
    body(z.object({ a: z.string().regex(/^x/) })),
    "breaking",
    "body.a",
  ],
  [
    "an exclusive bound",
    body(z.object({ a: z.number().min(0) })),
    body(z.object({ a: z.number().gt(0) })),
    "breaking",
    "body.a",
  ],
  [
    "a finer step",
    body(z.object({ a: z.number().multipleOf(10) })),
    body(z.object({ a: z.number().multipleOf(5) })),
    "safe",
    "body.a",
  ],
  [
    "a coarser step",
    body(z.object({ a: z.number().multipleOf(5) })),
    body(z.object({ a: z.number().multipleOf(10) })),
    "breaking",
    "body.a",
  ],
  [
    "a shorter list",
    body(z.object({ a: z.array(z.string()).max(9) })),
    body(z.object({ a: z.array(z.string()).max(8) })),
    "breaking",
    "body.a",
  ],
  [
    "a list that may be empty",
    body(z.object({ a: z.array(z.string()).min(1) })),
    body(z.object({ a: z.array(z.string()) })),
    "safe",
    "body.a",
  ],
  [
    "another item of a tuple",
    body(z.object({ a: z.tuple([z.string(), z.int()]) })),
    body(z.object({ a: z.tuple([z.string(), z.string()]) })),
    "breaking",
    "body.a[1]",
  ],
  [
    "the values of a record",
    body(z.object({ a: z.record(z.string(), z.int()) })),
    body(z.object({ a: z.record(z.string(), z.number()) })),
    "safe",
    "body.a.*",
  ],
  [
    "a schema that refers to itself and stays",
    body(chain),
    body(z.object({ name: z.string(), next: chain.optional() })),
    "none",
    "",
  ],
  ["a stricter schema that refers to itself", body(chain), body(shortChain), "breaking", "body.name"],
  [
    "a rule that JSON Schema cannot express",
    body(z.object({ a: z.string() })),
    body(z.object({ a: z.date() })),
    "breaking",
    "body",
  ],
  [
    "an intersection with more fields",
    body(z.object({ a: z.string() })),
    body(z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))),
    "breaking",
    "body.b",
  ],
  // Parameters, queries and headers
  [
    "a new optional query parameter",
    query(dto({ page: "integer" })),
    query(dto({ page: "integer", sort: "" })),
    "safe",
    "query.sort",
  ],
  [
    "a new required query parameter",
    query(dto({ page: "integer" })),
    query(dto({ page: "integer", sort: "required" })),
    "breaking",
    "query.sort",
  ],
  [
    "a query parameter that goes",
    query(dto({ page: "integer", sort: "" })),
    query(dto({ page: "integer" })),
    "breaking",
    "query.sort",
  ],
  ["a query where there was none", open, query(dto({ page: "integer" })), "safe", "query.page"],
  [
    "a number that is read as a text",
    query(z.object({ a: z.coerce.string().or(z.number()) })),
    query(z.object({ a: z.number() })),
    "breaking",
    "query.a",
  ],
  [
    "a number beside which a text is accepted",
    query(z.object({ a: z.number() })),
    query(z.object({ a: z.union([z.number(), z.string().regex(/^x/)]) })),
    "breaking",
    "query.a",
  ],
  [
    "a new required header",
    headers(dto({ "x-a": "" })),
    headers(dto({ "x-a": "", "x-b": "required" })),
    "breaking",
    "headers.x-b",
  ],
  [
    "a header in another case",
    headers(z.object({ "X-A": z.string() })),
    headers(z.object({ "x-a": z.string() })),
    "none",
    "",
  ],
  [
    "a stricter path parameter",
    params(z.object({ id: z.string() })),
    params(z.object({ id: z.uuid() })),
    "breaking",
    "params.id",
  ],
  [
    "a renamed path parameter",
    [get("/posts/:id", nothing)],
    [get("/posts/:post", nothing)],
    "safe",
    "params.post",
  ],
  [
    "a wildcard that becomes a parameter",
    [get("/files/*", nothing)],
    [get("/files/:name", nothing)],
    "breaking",
    "params.name",
  ],
  [
    "a parameter that becomes a wildcard",
    [get("/files/:name", nothing)],
    [get("/files/*", nothing)],
    "safe",
    "params.rest",
  ],
  // Replies
  [
    "a new field of a reply",
    reply(dto({ id: "required" })),
    reply(dto({ id: "required", title: "required" })),
    "safe",
    "reply 200.title",
  ],
  [
    "a field of a reply that goes",
    reply(dto({ id: "required", title: "required" })),
    reply(dto({ id: "required" })),
    "breaking",
    "reply 200.title",
  ],
  [
    "an optional field of a reply that goes",
    reply(dto({ id: "required", title: "" })),
    reply(dto({ id: "required" })),
    "safe",
    "reply 200.title",
  ],
  [
    "a field of a reply that may be absent",
    reply(dto({ id: "required" })),
    reply(dto({ id: "" })),
    "breaking",
    "reply 200.id",
  ],
  [
    "a field of a reply that is always there",
    reply(dto({ id: "max=9" })),
    reply(dto({ id: "required,max=9" })),
    "safe",
    "reply 200.id",
  ],
  [
    "a longer text in a reply",
    reply(dto({ id: "required,max=9" })),
    reply(dto({ id: "required,max=99" })),
    "breaking",
    "reply 200.id",
  ],
  [
    "a shorter text in a reply",
    reply(dto({ id: "required,max=99" })),
    reply(dto({ id: "required,max=9" })),
    "safe",
    "reply 200.id",
  ],
  [
    "another value in a reply",
    reply(dto({ state: "required,oneof=a|b" })),
    reply(dto({ state: "required,oneof=a|b|c" })),
    "breaking",
    "reply 200.state",
  ],
  [
    "a value less in a reply",
    reply(dto({ state: "required,oneof=a|b|c" })),
    reply(dto({ state: "required,oneof=a|b" })),
    "safe",
    "reply 200.state",
  ],
  [
    "a reply that may be null",
    reply(z.object({ a: z.string() })),
    reply(z.object({ a: z.string().nullable() })),
    "breaking",
    "reply 200.a",
  ],
  [
    "a new field of a closed reply",
    reply(z.strictObject({ a: z.string() })),
    reply(z.strictObject({ a: z.string(), b: z.string() })),
    "breaking",
    "reply 200.b",
  ],
  [
    "a list of other objects",
    reply(list(Author)),
    reply(list(dto({ name: "", mail: "" }))),
    "breaking",
    "reply 200[].name",
  ],
  ["a list instead of an object in a reply", reply(Author), reply(list(Author)), "breaking", "reply 200"],
  ["another success status", reply(Author), reply(Author, 201), "breaking", "reply 201"],
  [
    "a status more",
    reply(Author),
    [get("/posts", nothing, { returns: { 200: Author, 202: null } })],
    "breaking",
    "reply 202",
  ],
  [
    "a status less",
    [get("/posts", nothing, { returns: { 200: Author, 202: null } })],
    reply(Author),
    "safe",
    "reply 202",
  ],
  [
    "an error in the usual form",
    reply(Author),
    [get("/posts", nothing, { returns: { 200: Author, 404: dto({ error: "required" }) } })],
    "safe",
    "reply 404",
  ],
  [
    "an error in another form",
    reply(Author),
    [get("/posts", nothing, { returns: { 200: Author, 409: dto({ reason: "required" }) } })],
    "breaking",
    "reply 409.error",
  ],
  ["a body where there was none", reply(null), reply(Author), "breaking", "reply 200"],
  ["no body any more in a reply", reply(Author), reply(null), "breaking", "reply 200"],
  ["a promise where there was none", open, reply(Author), "safe", "reply 200"],
  ["no promise any more", reply(Author), open, "breaking", "reply 2XX"],
  [
    "the form of all errors",
    reply(Author),
    reply(Author),
    "breaking",
    "reply default",
    { errors: problem() },
  ],
  // Security
  ["a guard", open, guarded(bearer), "breaking", "security"],
  ["no guard any more", guarded(bearer), open, "breaking", "security"],
  [
    "credentials that become optional",
    guarded(bearer),
    guarded({ ...bearer, optional: true }),
    "breaking",
    "security",
  ],
  [
    "credentials that become required",
    guarded({ ...bearer, optional: true }),
    guarded(bearer),
    "breaking",
    "security",
  ],
  ["other credentials", guarded(bearer), guarded(key), "breaking", "security"],
  ["other credentials beside the first", guarded(bearer), guarded(bearer, key), "safe", "security"],
  ["credentials that are no longer accepted", guarded(bearer, key), guarded(bearer), "breaking", "security"],
  ["credentials in another header", guarded(key), guarded(otherKey), "breaking", "security"],
  [
    "a second guard less",
    [get("/posts", nothing, { middlewares: [guard(bearer), guard(key)] })],
    guarded(bearer),
    "breaking",
    "security",
  ],
  // Routes
  ["a new route", open, [...open, post("/posts", nothing)], "safe", "route"],
  ["a removed route", [...open, post("/posts", nothing)], open, "breaking", "route"],
  ["another method", [put("/posts", nothing)], [post("/posts", nothing)], "breaking", "route"],
  ["another path", open, [get("/articles", nothing)], "breaking", "route"],
  [
    "a route removed after its sunset",
    [...open, post("/posts", nothing, { about: { deprecated: "2025-01-01", sunset: "2026-01-01" } })],
    open,
    "safe",
    "route",
  ],
  [
    "a route removed before its sunset",
    [...open, post("/posts", nothing, { about: { deprecated: "2025-01-01", sunset: "2026-12-01" } })],
    open,
    "breaking",
    "route",
  ],
  ["a hidden route", open, about({ hidden: true }), "breaking", "route"],
  ["a deprecated route", open, about({ deprecated: "2026-05-01", sunset: "2026-12-01" }), "safe", "route"],
  [
    "a sunset that comes earlier",
    about({ deprecated: "2026-05-01", sunset: "2026-12-01" }),
    about({ deprecated: "2026-05-01", sunset: "2026-11-01" }),
    "breaking",
    "route",
  ],
  [
    "a sunset that comes later",
    about({ deprecated: "2026-05-01", sunset: "2026-12-01" }),
    about({ deprecated: "2026-05-01", sunset: "2027-01-01" }),
    "safe",
    "route",
  ],
  [
    "another handler name",
    [get("/posts", function index() {})],
    [get("/posts", function all() {})],
    "safe",
    "route",
  ],
  [
    "a field more in the events of a stream",
    events(dto({ a: "required" })),
    events(dto({ a: "required", b: "" })),
    "safe",
    "reply 200.b",
  ],
  [
    "a field less in the events of a stream",
    events(dto({ a: "required", b: "required" })),
    events(dto({ a: "required" })),
    "breaking",
    "reply 200.b",
  ],
  [
    "a stream instead of JSON",
    reply(dto({ a: "required" })),
    events(dto({ a: "required" })),
    "breaking",
    "reply 200",
  ],
  ["a stream as before", events(dto({ a: "required" })), events(dto({ a: "required" })), "none", ""],
  ["nothing at all", body(dto({ title: "required" })), body(dto({ title: "required" })), "none", ""],
]

/** Edits of contracts with `dto()` and Zod, each labelled by hand. */
export const edits: readonly Edit[] = rows.map(([name, before, after, verdict, place, options]) => ({
  name,
  before,
  after,
  verdict,
  place,
  ...(options && { options }),
}))

/** The day on which they are compared. */
export const today = "2026-06-01"

/** The most bytes that something of a package may have, minified and compressed with gzip. */
export interface SizeBudget {
  readonly name: string
  /** What is bundled: a program that uses it. */
  readonly code: string
  readonly bytes: number
  /** A file that is loaded only when it is asked for, and is not counted here. */
  readonly without?: string
}

/** Entry points, whole, without the packages that they depend on; in the order in which the check prints them. */
const entryPoints: Readonly<Record<string, number>> = {
  trivet: 49_200,
  "trivet/api": 14_200,
  "trivet/web": 22_800,
  // With what reads streams and opens sockets, which a client loads only if it uses them.
  "trivet/client": 5_300,
  "trivet/fetch": 14_000,
  // With what builds an application, for `serve(App, …)`: every server loads that anyway, with `trivet`.
  // And with the management port (3.4 KB), which is loaded only if an application asks for it, and `fetchPublic()` (1.2 KB).
  "trivet/node": 62_400,
  "trivet/cli": 42_200,
  // Nearly all of it is what `trivet` has too: the context of a call, and faults. And what a request for a file gets (0.5 KB).
  "trivet/extend": 15_900,
  "trivet/testing": 46_400,
  "@trivet/auth": 16_100,
  // With `Revocations`, which `@trivet/auth` has too: a sign-in must end with a new password.
  "@trivet/auth/openid": 6_850,
  "@trivet/auth/postgres": 800,
  "@trivet/files": 11_700,
  "@trivet/files/testing": 3_600,
  // A third of it is SQL: of queues, limits, steps and their migrations.
  "@trivet/jobs": 20_050,
  "@trivet/jobs/page": 12_200,
  "@trivet/limit": 3_700,
  // With attachments, whose names and types are corrected.
  "@trivet/mail": 7_400,
  "@trivet/mail/jobs": 5_600,
  "@trivet/mail/testing": 4_650,
  "@trivet/mcp": 3_300,
  "@trivet/multipart": 4_000,
  "@trivet/nats": 6_000,
  "@trivet/nats/testing": 1_500,
  "@trivet/openapi": 7_000,
  // With idempotency keys (2.4 KB).
  "@trivet/postgres": 24_100,
  "@trivet/postgres/testing": 30_000,
  "@trivet/redis": 8_700,
  "@trivet/redis/testing": 2_500,
  "@trivet/telemetry": 5_600,
  "@trivet/tool/create": 14_400,
  "@trivet/tool/fuzz": 35_200,
}

/** What people bundle for a browser: the parts of a contract, and nothing of the server. */
const contract: SizeBudget = {
  name: "a contract",
  code: 'export { contract, dto, list, resource } from "trivet"',
  bytes: 3_000,
}

/** What a client loads with its first stream. */
const resumeEvents = "resume-events.js"

/** A client as a page loads it: alone, and with the contract of five routes. */
const client: SizeBudget = {
  name: "a client",
  code: 'export { createClient } from "trivet/client"',
  // With keys for calls that are repeated (100 bytes).
  bytes: 3_150,
  without: resumeEvents,
}
const clientWithContract: SizeBudget = {
  name: "a client of five routes",
  code: `
    import { contract, dto, list } from "trivet"
    import { createClient } from "trivet/client"
    const Post = dto({ id: "required", title: "required", content: "required", published: "boolean" })
    const Failure = dto({ error: "required" })
    const Posts = contract({
      index: { method: "GET", path: "/posts", accepts: { query: dto({ limit: "integer" }) }, returns: { 200: list(Post) } },
      show: { method: "GET", path: "/posts/:id", returns: { 200: Post, 404: Failure } },
      create: { method: "POST", path: "/posts", accepts: { body: dto({ title: "required" }) }, returns: { 201: Post } },
      update: { method: "PUT", path: "/posts/:id", accepts: { body: dto({ title: "" }) }, returns: { 200: Post } },
      delete: { method: "DELETE", path: "/posts/:id", returns: { 204: null } },
    })
    export const posts = createClient(Posts, { url: "" })
  `,
  bytes: 6_260,
  without: resumeEvents,
}
/** What people deploy to an edge runtime: a whole application. */
const hello = `
  import { createApp, get, module, routes } from "trivet"
  import { api } from "trivet/api"
  import { toFetch } from "trivet/fetch"
  class Hello { routes() { return routes([get("/hello/:name", (ctx) => ({ hello: ctx.param("name") }))]) } }
  const App = module({ name: "hello", declarations: [Hello] })
`
const edge: readonly SizeBudget[] = [
  {
    name: "an API on the edge",
    code: `${hello} export default { fetch: toFetch(() => createApp(App, { platform: api() })) }`,
    bytes: 39_900,
  },
  {
    name: "an API and a site on the edge",
    code: `import { web } from "trivet/web" ${hello}
      export default { fetch: toFetch((env) => createApp(App, { platform: env.SITE ? web() : api() })) }`,
    bytes: 47_400,
  },
]

/** The page of `@trivet/openapi`, which is loaded when it is first opened. */
const pageTexts = "page-texts.js"

/** What a process loads that applies migrations. */
const migrator = "locking-migrator.js"

/** All budgets. Raise one only for something that is worth its bytes to everyone who loads it. */
export const sizeBudgets: readonly SizeBudget[] = [
  contract,
  client,
  clientWithContract,
  ...edge,
  ...Object.entries(entryPoints).map(([name, bytes]) => ({
    name,
    code: `export * from ${JSON.stringify(name)}`,
    bytes,
    without: name === "@trivet/postgres" ? migrator : pageTexts,
  })),
  { name: "@trivet/openapi with its page", code: 'export * from "@trivet/openapi"', bytes: 530_000 },
]

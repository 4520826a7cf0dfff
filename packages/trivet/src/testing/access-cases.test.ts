import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { accessTable } from "../app/describe/access-table.ts"
import { Describe } from "../app/describe/app-description.ts"
import { anyone } from "../context/anyone.ts"
import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import { Reply } from "../context/reply/reply.ts"
import { events } from "../http/events.ts"
import { dto } from "../schema/dto/dto.ts"
import { command, del, get, group, post } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import type { Route } from "../module/routes/route.ts"
import { cli } from "../platform/cli/cli.ts"
import type { Access, AccessSetup } from "./access.ts"
import { accessCases } from "./access-cases.ts"
import { createTestApp, type TestAppOptions } from "./create-test-app.ts"

const rows = new Map<string, string>()

class Signed implements Middleware {
  readonly security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } } as const
  handle(ctx: Context, next: Next): unknown {
    return ctx.header("authorization").startsWith("Bearer ") ? next() : Reply.error(401, "Sign in")
  }
}

/** Lets the owner of a row pass. */
class Owner implements Middleware {
  readonly allows = ["owner"]
  handle(ctx: Context<"/rows/:id">, next: Next): unknown {
    const owner = rows.get(ctx.param("id"))
    if (owner === undefined) return Reply.error(404, "Not found")
    return ctx.header("authorization") === `Bearer ${owner}` ? next() : Reply.error(403, "Forbidden")
  }
}

const remove = (ctx: Context<"/rows/:id">) => void rows.delete(ctx.param("id"))
const named = { accepts: { body: dto({ name: "required" }) } }

const open = { middlewares: [anyone] }
const whole: readonly Route[] = [
  get("/", () => "home", open),
  group("/rows", [Signed], [post("", () => "made", named), group("/:id", [Owner], [del("", remove)])]),
]

const setup: AccessSetup = () => {
  let made = 0
  return {
    callers: {
      anonymous: {},
      ada: { credentials: ["bearer"], roles: ["owner"], headers: { authorization: "Bearer ada" } },
      bob: { credentials: ["bearer"], headers: { authorization: "Bearer bob" } },
    },
    prepare() {
      const id = `row-${++made}`
      rows.set(id, "ada")
      return { params: { id } }
    },
  }
}

async function appOf(records: readonly Route[], options: TestAppOptions = {}) {
  class Rows {
    routes(): readonly Route[] {
      return records
    }
  }
  return createTestApp(module({ name: "rows", declarations: [Rows] }), options)
}

/** The names of the cases that fail, with the reason. */
async function failuresOf(records: readonly Route[], options?: TestAppOptions): Promise<readonly string[]> {
  const cases = await accessCases(await appOf(records, options), setup)
  const failed: string[] = []
  for (const { name, run } of cases)
    await run().catch((error: unknown) => failed.push(`${name}: ${(error as Error).message}`))
  return failed
}

describe("accessCases", () => {
  it("makes a case for each route and caller, all of which pass where the guards hold", async () => {
    const cases = await accessCases(await appOf(whole), setup)
    expect(cases.map(({ name }) => name)).toEqual([
      "GET /: anonymous may",
      "GET /: ada may",
      "GET /: bob may",
      "POST /rows: anonymous may not",
      "POST /rows: ada may",
      "POST /rows: bob may",
      "DELETE /rows/:id: anonymous may not",
      "DELETE /rows/:id: ada may",
      "DELETE /rows/:id: bob may not",
    ])
    expect(await failuresOf(whole)).toEqual([])
  })

  it("finds a guard that lets callers pass whom it should not, or rejects whom it should let pass", async () => {
    class Late extends Signed {
      override handle(ctx: Context, next: Next): unknown {
        const result = next()
        return ctx.header("authorization") === "" ? Reply.error(401, "Sign in") : result
      }
    }
    class Closed extends Signed {
      override handle(): unknown {
        return Reply.error(403, "Forbidden")
      }
    }
    class Loose extends Owner {
      override handle(_ctx: Context<"/rows/:id">, next: Next): unknown {
        return next()
      }
    }
    const late = await failuresOf([post("/rows", () => 1, { middlewares: [Late] })])
    expect(late).toEqual([expect.stringContaining("POST /rows: anonymous may not") as string])
    expect(late[0]).toContain("came to the handler; the reply was 401")
    expect(await failuresOf([get("/x", () => 1, { middlewares: [Closed] })])).toHaveLength(2)
    const loose = await failuresOf([group("/rows/:id", [Signed, Loose], [del("", remove)])])
    expect(loose).toEqual([expect.stringContaining("DELETE /rows/:id: bob may not") as string])
  })

  it("finds a guard that forgets HEAD, which a GET route answers too", async () => {
    class GetOnly extends Signed {
      override handle(ctx: Context, next: Next): unknown {
        return ctx.method === "HEAD" ? next() : super.handle(ctx, next)
      }
    }
    const failures = await failuresOf([get("/rows", () => 1, { middlewares: [GetOnly] })])
    expect(failures).toEqual([expect.stringContaining("HEAD /rows: this caller may not call it") as string])
    const apart = [
      get("/rows", () => 1, { middlewares: [Signed] }),
      { method: "HEAD", path: "/rows", handler: () => 1, ...open } as const,
    ]
    expect(await failuresOf(apart)).toEqual([])
  })

  it("finds the row of an owner in the list of another caller", async () => {
    const lists = (ofAll: boolean): readonly Route[] => [
      group(
        "/rows",
        [Signed],
        [
          get("", (ctx) =>
            [...rows].flatMap(([id, owner]) =>
              ofAll || ctx.header("authorization") === `Bearer ${owner}` ? [id] : [],
            ),
          ),
          get("/:id", () => "row", { middlewares: [Owner] }),
        ],
      ),
    ]
    const name = "GET /rows: bob does not get rows of ada"
    const cases = await accessCases(await appOf(lists(false)), setup)
    expect(cases.map((one) => one.name)).toContain(name)
    expect(await failuresOf(lists(false))).toEqual([])
    expect(await failuresOf(lists(true))).toEqual([
      expect.stringMatching(
        /^GET \/rows: bob does not get rows of ada: GET \/rows: the reply to bob contains row-\d+, a row of ada/,
      ) as string,
    ])
    // A row that anyone may read is no secret in a list.
    const all = get("/rows", () => [...rows.keys()], { middlewares: [Signed] })
    expect(await failuresOf([all, get("/rows/:id", () => "row", open)])).toEqual([])
  })

  it("finds no row in a list whose reader may read it by another route, with other credentials", async () => {
    const keyFor = (...roles: readonly string[]) =>
      class implements Middleware {
        readonly security = { name: "key", scheme: { type: "apiKey", in: "header", name: "x-key" } } as const
        readonly allows = roles
        handle(): unknown {
          return Reply.error(401, "No key")
        }
      }
    const list = get("/rows", () => [...rows.keys()], { middlewares: [Signed] })
    const friends: AccessSetup = async (server) => {
      const { callers, ...more } = await setup(server)
      return { ...more, callers: { ...callers, bob: { ...callers["bob"]!, roles: ["friend"] } } }
    }
    const failuresBehind = async (guard: ReturnType<typeof keyFor>) => {
      const app = await appOf([list, get("/rows/:id", () => "row", { middlewares: [guard] })])
      const failed: string[] = []
      for (const { name, run } of await accessCases(app, friends)) await run().catch(() => failed.push(name))
      return failed
    }
    expect(await failuresBehind(keyFor("owner", "friend"))).toEqual([])
    expect(await failuresBehind(keyFor("owner"))).toEqual(["GET /rows: bob does not get rows of ada"])
  })

  it("finds no row in a list that the set-up shares", async () => {
    const list = get("/rows", () => [...rows.keys()], { middlewares: [Signed] })
    // Whose row it is, only its handler knows.
    const app = await appOf([list, get("/rows/:id", () => "row", { middlewares: [Signed] })])
    const failuresWith = async (shares?: Access["shares"]) => {
      const shared: AccessSetup = async (server) => ({ ...(await setup(server)), ...(shares && { shares }) })
      const failed: string[] = []
      for (const { name, run } of await accessCases(app, shared)) await run().catch(() => failed.push(name))
      return failed
    }
    expect(await failuresWith()).toEqual(["GET /rows: bob does not get rows of ada"])
    const toBob: Access["shares"] = ({ path }, writer, reader) =>
      path === "/rows" && writer === "ada" && reader === "bob"
    expect(await failuresWith(toBob)).toEqual([])
    expect(await failuresWith((_, writer) => writer === "bob")).toEqual([
      "GET /rows: bob does not get rows of ada",
    ])
  })

  it("does not wait for the end of a stream", async () => {
    async function* ticks() {
      yield { data: 1 }
      await new Promise(() => undefined)
    }
    expect(await failuresOf([get("/ticks", () => events(ticks()), open)])).toEqual([])
  })

  it("does not pass because prepare() made nothing", async () => {
    const app = await appOf(whole)
    const cases = await accessCases(app, async (server) => ({
      ...(await setup(server)),
      prepare: () => ({ params: { id: "unknown" } }),
    }))
    const owner = cases.find(({ name }) => name === "DELETE /rows/:id: ada may")
    await expect(owner!.run()).rejects.toThrow("Does prepare() make what the call needs?")
  })

  it("compares the table with the committed one", async () => {
    const app = await appOf(whole)
    const table = join(mkdtempSync(join(tmpdir(), "trivet-access-")), "access.txt")
    writeFileSync(table, accessTable(app.get(Describe)().routes).text)
    const [same] = await accessCases(app, setup, { table })
    await expect(same!.run()).resolves.toBeUndefined()
    const opened = await appOf([...whole.slice(0, 1), group("/rows", [anyone], [post("", () => 1, named)])])
    const [other] = await accessCases(opened, setup, { table })
    await expect(other!.run()).rejects.toThrow(/\+ POST \/rows\s+yes[\s\S]*npx trivet routes --access > /)
  })

  it("calls guarded commands too, and leaves the others alone", async () => {
    const guarded = command("users/ban", () => "banned", { middlewares: [Signed] })
    const cases = await accessCases(
      await appOf([guarded, command("sweep", () => 1)], { platform: cli() }),
      setup,
    )
    expect(cases.map(({ name }) => name)).toEqual([
      "users/ban: anonymous may not",
      "users/ban: ada may",
      "users/ban: bob may",
    ])
    for (const { run } of cases) await run()
  })
})

describe("accessTable", () => {
  it("has a row for each route and a column for each kind of caller", async () => {
    const { routes } = (await appOf([...whole, get("/old", () => 1)])).get(Describe)()
    expect(accessTable(routes).text).toBe(
      [
        "route             anonymous  bearer  owner",
        "GET /             yes        yes     yes",
        "GET /old          unguarded  yes     yes",
        "POST /rows        -          yes     bearer",
        "DELETE /rows/:id  -          -       bearer",
        "",
      ].join("\n"),
    )
  })
})

import {
  anyone,
  type Context,
  createApp,
  createJsonLog,
  del,
  dto,
  get,
  group,
  module,
  type Next,
  post,
} from "trivet"
import { PublicError, routes } from "trivet"
import { api } from "trivet/api"
import type { AccessSetup } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { fuzz } from "@trivet/tool/fuzz"

/** What is odd about the application. */
type Oddity =
  | "none"
  | "limited"
  | "ends sessions"
  | "large list of all"
  | "card of any board"
  | "people of all"
  | "open directory"

interface Row {
  readonly id: string
  readonly owner: string
  readonly text: string
}

declare module "trivet" {
  interface ContextValues {
    boards_user: string
  }
}

const Text = dto({ text: "required,max=100" })
const Person = dto({ email: "required,email" })

/** Boards of the caller, with cards below them. */
function boardsModule(oddity: Oddity) {
  const users = new Map<string, string>()
  const guests: { readonly owner: string; readonly email: string }[] = []
  const [boards, cards] = [new Map<string, Row>(), new Map<string, Row>()]

  class Signed {
    readonly provides = ["boards_user"] as const
    readonly security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } } as const

    handle(ctx: Context, next: Next) {
      const user = ctx.header("authorization").replace("Bearer ", "")
      if (!users.has(user)) throw new PublicError(401, "Sign in")
      ctx.set("boards_user", user)
      return next()
    }
  }

  function add(rows: Map<string, Row>, owner: string, text: string): Row {
    if (oddity === "limited") throw new PublicError(429, "Too many")
    const row = { id: crypto.randomUUID(), owner, text }
    rows.set(row.id, row)
    return row
  }

  class Boards {
    routes() {
      return routes([
        post("/accounts", this.join, { middlewares: [anyone] }),
        get("/directory", this.directory, { middlewares: [anyone] }),
        group(
          "/boards",
          [Signed],
          [
            post("", this.create, { accepts: { body: Text } }),
            get("", this.index),
            post("/:board/cards", this.addCard, { accepts: { body: Text } }),
            get("/:board/cards/:card", this.card),
          ],
        ),
        group(
          "/guests",
          [Signed],
          [
            get("", this.guests),
            post("", this.invite, { accepts: { body: Person } }),
            del("/:email", this.uninvite),
          ],
        ),
      ])
    }

    /** The addresses of the caller, and of those whom the caller has invited or was invited by. */
    guests(ctx: Context<"/guests", "boards_user">) {
      const user = ctx.get("boards_user")
      if (oddity === "people of all" || oddity === "open directory") return [...users.values()]
      const known = guests.filter(({ owner, email }) => owner === user || email === users.get(user))
      return [users.get(user), ...known.flatMap(({ owner, email }) => [users.get(owner), email])]
    }

    /** Addresses as people may write them. */
    directory() {
      return oddity === "open directory" ? [...users.values()].map((email) => email.toUpperCase()) : []
    }

    async invite(ctx: Context<"/guests", "boards_user">) {
      const { email } = await ctx.bind(Person)
      if (oddity === "limited") throw new PublicError(429, "Too many")
      guests.push({ owner: ctx.get("boards_user"), email })
      return ctx.status(201).json({ email })
    }

    /** Who was invited stays in the list. */
    uninvite(ctx: Context<"/guests/:email", "boards_user">) {
      return ctx.status(204).send("")
    }

    async join(ctx: Context<"/accounts">) {
      const { email } = await ctx.bind(Person)
      const token = crypto.randomUUID()
      users.set(token, email)
      return ctx.status(201).json({ token })
    }

    async create(ctx: Context<"/boards", "boards_user">) {
      const row = add(boards, ctx.get("boards_user"), (await ctx.bind(Text)).text)
      if (oddity === "ends sessions") users.delete(row.owner)
      return ctx.status(201).json(row)
    }

    index(ctx: Context<"/boards", "boards_user">) {
      const isAll = oddity === "large list of all"
      const found = [...boards.values()].filter(({ owner }) => isAll || owner === ctx.get("boards_user"))
      return { items: found, filler: isAll ? "x".repeat(60_000) : "" }
    }

    async addCard(ctx: Context<"/boards/:board/cards", "boards_user">) {
      const { id } = this.#ownBoard(ctx)
      return ctx.status(201).json(add(cards, id, (await ctx.bind(Text)).text))
    }

    card(ctx: Context<"/boards/:board/cards/:card", "boards_user">) {
      const { id } = this.#ownBoard(ctx)
      const card = cards.get(ctx.param("card"))
      if (card === undefined || (card.owner !== id && oddity !== "card of any board"))
        throw new PublicError(404, "Card not found")
      return card
    }

    #ownBoard(ctx: Context<"/boards/:board", "boards_user">): Row {
      const board = boards.get(ctx.param("board"))
      if (board?.owner !== ctx.get("boards_user")) throw new PublicError(404, "Board not found")
      return board
    }
  }
  return module({ name: "boards", declarations: [Boards, Signed] })
}

const access: AccessSetup = async (server) => {
  const join = async () => {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@boards.example` })
    const headers = { "content-type": "application/json" }
    const reply = await server.fetch(new Request(`${server.url}/accounts`, { method: "POST", headers, body }))
    const { token } = (await reply.json()) as { readonly token: string }
    return { credentials: ["bearer"], headers: { authorization: `Bearer ${token}` } }
  }
  return { callers: { member: await join(), guest: await join() } }
}

/** What the phase reports: its note, and the routes of its findings. */
async function lookIn(root: ReturnType<typeof boardsModule>, setup: AccessSetup = access) {
  const log = createJsonLog({ level: "fatal", write: () => undefined })
  const app = await createApp(root, { platform: api(), log })
  try {
    // It takes less than a second. It has more time, because it must come to its end.
    const { findings, phases } = await fuzz(app, { seconds: 60, seed: 1, only: ["leaks"], access: setup })
    return { note: phases[0]!.note, found: findings.map(({ kind, route }) => `${kind} ${route}`) }
  } finally {
    await app.stop()
  }
}

describe("the phase that looks for leaks", () => {
  it("finds a leak in a list of more than 50,000 characters, and an id below a row of the caller's own", async () => {
    expect(await lookIn(boardsModule("none"))).toEqual({ note: undefined, found: [] })
    expect((await lookIn(boardsModule("large list of all"))).found).toEqual(["leak GET /boards"])
    expect((await lookIn(boardsModule("card of any board"))).found).toEqual([
      "leak GET /boards/:board/cards/:card",
    ])
  })

  it("finds the address of somebody else, but not that of somebody who shares", async () => {
    expect((await lookIn(boardsModule("people of all"))).found).toEqual(["leak GET /guests"])
    expect((await lookIn(boardsModule("open directory"))).found).toEqual([])
  })

  it("says that it saw nothing if no text was accepted, or a call ended the sessions", async () => {
    expect(await lookIn(boardsModule("limited"))).toEqual({
      note: "no call with a text was accepted: turn limits off for the run",
      found: [],
    })
    expect(await lookIn(boardsModule("ends sessions"))).toEqual({
      note: "a call ended the session of `guest`, `member`: what comes to them was not seen",
      found: [],
    })
  })

  it("says that it has nobody to compare if each set-up has the same accounts", async () => {
    const note = "the access file sets up the same accounts each time: let it sign up with new addresses"
    const again: AccessSetup = async (server) => {
      const email = "same@boards.example"
      const sameAddress: typeof server = {
        ...server,
        fetch: async (request) => {
          const body = JSON.stringify({ email })
          return server.fetch(new Request(request.url, { method: "POST", headers: request.headers, body }))
        },
      }
      return access(sameAddress)
    }
    expect(await lookIn(boardsModule("none"), again)).toEqual({ note, found: [] })
  })
})

import { createHash } from "node:crypto"
import { type Context, dto, post } from "../../../src/index.ts"
import { counts } from "./counts.ts"

const CreateAccount = dto({ email: "required,email", password: "required,min=8", name: "required" })
const CreatePost = dto({ title: "required,max=1000000", content: "required,max=1000000" })

/** Writes what clients send, as the reference applications do, and counts what it costs. */
export class Accounts {
  routes() {
    return [post("/accounts", this.create), post("/posts", this.publish), post("/caught", this.caught)]
  }

  async create(ctx: Context) {
    const account = await ctx.bind(CreateAccount)
    // bcrypt reads 72 bytes: a longer password would be cut.
    if (Buffer.byteLength(account.password) > 72) return ctx.status(400).json({ error: "Invalid request" })
    counts.hashes++
    const password = createHash("sha256").update(account.password).digest("hex")
    return ctx.status(201).json(store({ ...account, password }))
  }

  async publish(ctx: Context) {
    const bound = await ctx.bind(CreatePost)
    return ctx.status(201).json(store({ published: false, author_id: "me", ...bound }))
  }

  async caught(ctx: Context) {
    try {
      return ctx.status(201).json(await ctx.bind(CreatePost))
    } catch {
      return ctx.status(400).json({ error: "Invalid request" })
    }
  }
}

function store(record: object): object {
  counts.queries++
  counts.stored.push(record)
  return record
}

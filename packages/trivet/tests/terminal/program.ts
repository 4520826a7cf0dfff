import { setTimeout as sleep } from "node:timers/promises"
import { command, type Context, dto, group, inject, Log, module, type Next, PublicError } from "trivet"
import { createProgress, run } from "trivet/cli"
import { z } from "zod"

const listRecord = {
  path: "list",
  summary: "Lists posts",
  accepts: {
    query: z.object({
      limit: z.int().max(100).default(10).describe("how many are shown at the most"),
      order: z.enum(["newest", "oldest"]).optional().describe("which come first"),
      tag: z.array(z.string()).optional().describe("only those with this tag"),
      all: z.boolean().optional().describe("drafts too"),
    }),
  },
} as const

const titles = ["A trivet stands on three legs", "Why it never wobbles", "日本語の題名", "Fin 🎉 at last"]
const rows = titles.map((title, at) => ({
  id: at + 1,
  title,
  tags: ["a", "b"].slice(at % 2),
  draft: at === 3,
}))

class Posts {
  find(id: string) {
    return rows.find((row) => row.id === Number(id))
  }
}

/** Says on standard error when it starts and stops, so that tests can see it. */
class Store {
  onStart() {
    if (process.env["SHOW_START"] !== undefined) process.stderr.write("started\n")
  }
  onStop() {
    if (process.env["SHOW_START"] !== undefined) process.stderr.write("stopped\n")
  }
}

class Timed {
  async handle(ctx: Context, next: Next) {
    const value = await next()
    return ctx.query("timed") === "yes" ? { took: "a moment", value } : value
  }
}

class Refused {
  handle(ctx: Context) {
    return ctx.status(403).json({ error: "Forbidden" })
  }
}

/** With `--aloud=yes`, says that the command runs: a Ctrl-C before that ends the process, and with it the shell's line. */
function sayIfAsked(ctx: Context): void {
  if (ctx.query("aloud") === "yes") process.stderr.write("running\n")
}

class PostCommands {
  readonly #posts = inject(Posts)
  readonly #log = inject(Log)

  routes() {
    return [
      group("posts", [
        command("list", this.list, listRecord),
        command("show/:id", this.show, { summary: "Shows one post", accepts: { query: dto({}) } }),
        command(":id/publish", (ctx: Context<":id/publish">) => `published ${ctx.param("id")}`, {
          summary: "Publishes a post",
        }),
      ]),
      group("admin", [Refused], [command("reset", () => "never", { summary: "Needs a right nobody has" })]),
      command("serve", (ctx: Context) => `port ${ctx.query("port")}`, {
        summary: "Pretends to serve",
        accepts: { query: dto({ port: "required,integer,min=1", host: "" }) },
      }),
      command("words/*", (ctx: Context<"words/*">) => ({ rest: ctx.param("*") }), {
        accepts: { query: dto({ upper: "boolean" }) },
      }),
      command("any", (ctx: Context) => ctx.request().queries(), { summary: "Takes any option" }),
      command("add/:a/:b", (ctx: Context<"add/:a/:b">) => Number(ctx.param("a")) + Number(ctx.param("b"))),
      command("endless", this.endless, { summary: "Counts and never ends" }),
      command("chatter", this.chatter, { summary: "Writes past the platform" }),
      command("slow", this.slow, { summary: "Shows a bar" }),
      command("steps", this.steps, { summary: "Shows the elapsed time of two steps" }),
      command("wait", this.wait, { summary: "Waits until it is interrupted" }),
      command("deaf", this.deaf, { summary: "Does not listen to Ctrl-C" }),
      command("fail", this.fail, { summary: "Fails" }),
      command("broken", this.broken, { summary: "Fails in the middle" }),
      command("verdict", (ctx: Context) => ctx.status(422).json([{ fault: "one" }, { fault: "two" }])),
      command("text", () => "as\tit is\n"),
      command("nothing", () => undefined),
      command("empty", () => []),
      command("log", this.log),
      command("cat", async (ctx: Context) => new TextDecoder().decode(await ctx.request().body())),
      command("hostile", () => [{ name: "\u001b[31mred\u001b[0m\u0007", other: "a\nb" }]),
      command("größe", () => "42"),
    ]
  }

  list(ctx: Context<typeof listRecord>) {
    const { limit, order, tag = [], all = false } = ctx.input("query")
    const shown = rows.filter((row) => (all || !row.draft) && tag.every((name) => row.tags.includes(name)))
    return (order === "newest" ? shown.toReversed() : shown).slice(0, limit)
  }
  show(ctx: Context<"posts/show/:id">) {
    return this.#posts.find(ctx.param("id")) ?? ctx.status(404).json({ error: "Post not found" })
  }
  async *endless(ctx: Context) {
    sayIfAsked(ctx)
    for (let n = 1; ; n++) yield { n }
  }
  async chatter() {
    for (;;) {
      console.log("chatter")
      await sleep(1)
    }
  }
  async slow(ctx: Context) {
    const bar = createProgress({ total: 200, label: "work" })
    for (let n = 0; n < 200; n++) {
      await sleep(Number(ctx.query("pause")) || 2)
      bar.add()
    }
    bar.end()
    return "done"
  }
  async steps() {
    const line = createProgress({ label: "first step," })
    await sleep(1_500)
    line.label("second step,")
    line.add(7)
    await sleep(1_500)
    line.end()
    return "done"
  }
  deaf(ctx: Context) {
    sayIfAsked(ctx)
    return sleep(60_000)
  }
  async wait(ctx: Context) {
    process.stderr.write("waiting\n")
    await sleep(60_000, undefined, { signal: ctx.signal }).catch(() => undefined)
    return "stopped early"
  }
  fail(ctx: Context) {
    if (ctx.query("how") === "public") throw new PublicError(409, "taken already")
    throw new Error("it did not work")
  }
  async *broken() {
    yield "first"
    throw new Error("the source dried up")
  }
  log() {
    this.#log.info("a line of the log")
    return "the result"
  }
}

const Program = module({ name: "program", declarations: [PostCommands, Posts, Store] })
await run(Program, { name: "app", summary: "Tries everything", version: "1.2.3", middlewares: [Timed] })

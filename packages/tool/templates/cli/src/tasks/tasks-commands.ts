import { command, type Context, dto, group, inject, PublicError } from "trivet"
import { TasksStore } from "./tasks-store.ts"

// A record names the command and its options; `--help` is written from it, and `ctx` is typed by it.
const list = {
  path: "list",
  summary: "List what is to be done",
  accepts: { query: dto({ all: "boolean", limit: "integer,min=1" }) },
} as const

/** The commands about tasks. */
export class TasksCommands {
  readonly #tasks = inject(TasksStore)

  routes() {
    return [
      group("tasks", [
        command("add/:title", this.add, { summary: "Add a task" }),
        command(list.path, this.list, list),
        command("done/:id", this.finish, { summary: "Mark a task as done" }),
      ]),
    ]
  }

  // What a command returns is printed: a record as its fields, a list as a table; with --json as JSON.
  add(ctx: Context<"tasks/add/:title">) {
    return this.#tasks.add(ctx.param("title"))
  }

  async list(ctx: Context<typeof list>) {
    const { all = false, limit = 100 } = ctx.input("query")
    const tasks = await this.#tasks.list()
    return tasks.filter(({ done }) => all || !done).slice(0, limit)
  }

  finish(ctx: Context<"tasks/done/:id">) {
    const id = ctx.param("id")
    // 400 is a usage error: the exit code is 2.
    if (!/^\d+$/.test(id)) throw new PublicError(400, `"${id}" is no task: type its number`)
    return this.#tasks.finish(Number(id))
  }
}

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { command, type Context, dto, get, inject, module, post, PublicError, routes } from "trivet"
import { api } from "trivet/api"
import { run } from "trivet/cli"
import { serve } from "trivet/node"

const NewTask = dto({ title: "required,max=200", priority: "integer,min=1,max=5" })

interface Task {
  title: string
  priority?: number
}

class Tasks {
  readonly #file = process.env["TASKS_FILE"] ?? "tasks.json"
  list(): Task[] {
    return existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, "utf8")) as Task[]) : []
  }
  add(task: Task) {
    writeFileSync(this.#file, JSON.stringify([...this.list(), task]))
    return task
  }
}

class TasksController {
  readonly #tasks = inject(Tasks)
  routes() {
    return routes([
      get("/tasks/:id", this.show),
      post("/tasks", this.create),
      command("list", this.list, { summary: "Lists all tasks" }),
    ])
  }
  show(ctx: Context<"/tasks/:id">) {
    const task = this.#tasks.list()[Number(ctx.param("id")) - 1]
    if (task === undefined) throw new PublicError(404, `There is no task ${ctx.param("id")}`)
    return task
  }
  async create(ctx: Context) {
    return ctx.status(201).json(this.#tasks.add(await ctx.bind(NewTask)))
  }
  list() {
    return this.#tasks.list()
  }
}

const App = module({ name: "tasks", declarations: [TasksController, Tasks] })
if (process.argv.length > 2) await run(App, { name: "tasks", summary: "Keeps tasks", version: "1.0.0" })
await serve(App, { platform: api() })

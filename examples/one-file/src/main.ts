import { type Context, dto, get, inject, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

const NewTask = dto({ title: "required,max=200" })

class Tasks {
  readonly titles: string[] = []
}

class TasksController {
  readonly #tasks = inject(Tasks)
  routes() {
    return routes([get("/tasks/:id", this.show), post("/tasks", this.create)])
  }
  show(ctx: Context<"/tasks/:id">) {
    const title = this.#tasks.titles[Number(ctx.param("id")) - 1]
    return title === undefined ? ctx.status(404).json({ error: "No such task" }) : { title }
  }
  async create(ctx: Context) {
    const { title } = await ctx.bind(NewTask)
    return ctx.status(201).json({ id: this.#tasks.titles.push(title), title })
  }
}

await serve(module({ name: "tasks", declarations: [TasksController, Tasks] }), { platform: api() })

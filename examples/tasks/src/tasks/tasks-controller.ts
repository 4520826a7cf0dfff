import { SessionAuth } from "@trivet/auth"
import { type Context, group, implement, inject, PublicError } from "trivet"
import { Tasks } from "./tasks-contract.ts"
import { TasksService } from "./tasks-service.ts"

/** Answers `/tasks`. */
export class TasksController {
  readonly #tasks = inject(TasksService)

  routes() {
    return [group("", [SessionAuth], implement(Tasks, this))]
  }

  index(ctx: Context<typeof Tasks.index, "user_id">) {
    return this.#tasks.list(ctx.get("user_id"), ctx.input("query").open)
  }

  async create(ctx: Context<typeof Tasks.create, "user_id">) {
    const { title } = await ctx.bind()
    return ctx.status(201).json(await this.#tasks.add(ctx.get("user_id"), title))
  }

  async update(ctx: Context<typeof Tasks.update, "user_id">) {
    const { done } = await ctx.bind()
    const task = await this.#tasks.update(ctx.get("user_id"), ctx.input("params").id, done)
    if (task === undefined) throw new PublicError(404, "There is no such task")
    return task
  }
}

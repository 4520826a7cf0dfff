import { command, type Context, dto, inject, routes } from "trivet"
import { TasksService } from "./tasks-service.ts"

const purge = {
  summary: "Removes tasks that are done",
  accepts: { query: dto({ "dry-run": "boolean,default=false; Only count them" }) },
} as const

/** The commands of the module. */
export class TasksCommands {
  readonly #tasks = inject(TasksService)

  routes() {
    return routes([command("tasks/purge", this.purge, purge)])
  }

  async purge(ctx: Context<{ path: "tasks/purge" } & typeof purge>) {
    const isDry = ctx.input("query")["dry-run"]
    const count = isDry ? await this.#tasks.countDone() : await this.#tasks.removeDone()
    return `${count} done, ${isDry ? "not removed" : "removed"}`
  }
}

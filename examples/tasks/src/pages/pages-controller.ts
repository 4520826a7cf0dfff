import { sessionCookie, Sessions } from "@trivet/auth"
import { anyone, type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { readForm, redirect, render } from "trivet/web"
import { NewTask } from "../tasks/tasks-contract.ts"
import { TasksService } from "../tasks/tasks-service.ts"
import { Credentials, UsersService } from "../users/users-service.ts"
import { SignedIn } from "./signed-in.ts"
import { loginView, tasksView } from "./views.ts"

/** The pages. */
export class PagesController {
  readonly #tasks = inject(TasksService)
  readonly #users = inject(UsersService)
  readonly #sessions = inject(Sessions)

  routes() {
    return routes([
      get("/login", () => ({ input: {}, errors: {} }), { view: loginView, middlewares: [anyone] }),
      post("/login", this.login, { middlewares: [anyone] }),
      group("", [SignedIn], [get("/", this.index, { view: tasksView }), post("/", this.add)]),
    ])
  }

  async login(ctx: Context) {
    const form = await readForm(ctx, Credentials)
    if (!form.ok) return render(loginView, form, { status: 422 })
    try {
      const { id, generation } = await this.#users.login(form.value)
      ctx.setCookie(sessionCookie, await this.#sessions.create(id, generation))
      return redirect("/")
    } catch (error) {
      if (!(error instanceof PublicError)) throw error
      return render(loginView, { ...form, errors: { "": error.publicMessage } }, { status: 422 })
    }
  }

  index(ctx: Context<"/", "user_id">) {
    return this.#tasks.list(ctx.get("user_id"), false)
  }

  async add(ctx: Context<"/", "user_id">) {
    const form = await readForm(ctx, NewTask)
    if (form.ok) await this.#tasks.add(ctx.get("user_id"), form.value.title)
    return redirect("/")
  }
}

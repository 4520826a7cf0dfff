import { inject } from "trivet"
import { Db } from "../database/db.ts"
import type { Task } from "./tasks-contract.ts"

const columns = ["id", "title", "done"] as const

/** Keeps the tasks of all users in the database. */
export class TasksService {
  readonly #db = inject(Db)

  list(user_id: string, open: boolean): Promise<Task[]> {
    const all = this.#db.selectFrom("tasks").select(columns).where("user_id", "=", user_id)
    return (open ? all.where("done", "=", false) : all).orderBy("id").limit(100).execute()
  }

  add(user_id: string, title: string): Promise<Task> {
    const insert = this.#db.insertInto("tasks").values({ user_id, title })
    return insert.returning(columns).executeTakeFirstOrThrow()
  }

  update(user_id: string, id: number, done: boolean): Promise<Task | undefined> {
    const update = this.#db.updateTable("tasks").set({ done }).where("id", "=", id)
    return update.where("user_id", "=", user_id).returning(columns).executeTakeFirst()
  }

  async countDone(): Promise<number> {
    const done = this.#db.selectFrom("tasks").where("done", "=", true)
    const { count } = await done
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async removeDone(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("tasks")
      .where("done", "=", true)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
}

import { readFile, rename, writeFile } from "node:fs/promises"
import { inject, type NamedToken, PublicError, token } from "trivet"
import type { Task } from "./task.ts"

/** The path of the file that keeps the tasks, for injection. */
export const TasksFile: NamedToken<string> = token<string>("TasksFile")

/** Tasks in a JSON file. */
export class TasksStore {
  readonly #file = inject(TasksFile)

  /** All tasks, in the order in which they were added. */
  async list(): Promise<readonly Task[]> {
    try {
      return JSON.parse(await readFile(this.#file, "utf8")) as readonly Task[]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
      throw new PublicError(500, `${this.#file} cannot be read as tasks`, { cause: error })
    }
  }

  /** Adds a task. */
  async add(title: string): Promise<Task> {
    const tasks = await this.list()
    const task = { id: Math.max(0, ...tasks.map(({ id }) => id)) + 1, title, done: false }
    await this.#write([...tasks, task])
    return task
  }

  /** Marks a task as done. */
  async finish(id: number): Promise<Task> {
    const tasks = await this.list()
    const task = tasks.find((one) => one.id === id)
    // A public error is shown to the user; any other only says that something failed.
    if (task === undefined) throw new PublicError(404, `there is no task ${id}`)
    const finished = { ...task, done: true }
    await this.#write(tasks.map((one) => (one.id === id ? finished : one)))
    return finished
  }

  /** Writes a temporary file and renames it, so that readers never see half of it. */
  async #write(tasks: readonly Task[]): Promise<void> {
    const beside = `${this.#file}.${process.pid}`
    await writeFile(beside, `${JSON.stringify(tasks, null, 2)}\n`)
    await rename(beside, this.#file)
  }
}

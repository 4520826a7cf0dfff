import { config, dto, module, provide } from "trivet"
import { TasksCommands } from "./tasks-commands.ts"
import { TasksFile, TasksStore } from "./tasks-store.ts"

const Settings = dto({ TASKS_FILE: "default=tasks.json" })

/** Tasks: their commands, and the file that keeps them. */
export const TasksModule = module({
  name: "tasks",
  declarations: [
    TasksCommands,
    TasksStore,
    // What is not made by `new` is provided by a function, which runs once.
    provide(TasksFile, () => config(Settings).TASKS_FILE),
  ],
})

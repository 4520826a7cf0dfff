import { module } from "trivet"
import { TasksModule } from "./tasks/tasks-module.ts"

/** The whole program: one module for each feature. */
export const AppModule = module({ name: "app", imports: [TasksModule] })

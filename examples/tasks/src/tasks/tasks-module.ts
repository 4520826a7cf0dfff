import { module } from "trivet"
import { DatabaseModule } from "../database/db.ts"
import { AuthModule } from "../users/users-module.ts"
import { TasksCommands } from "./tasks-commands.ts"
import { TasksController } from "./tasks-controller.ts"
import { TasksService } from "./tasks-service.ts"

/** What has to do with tasks. */
export const TasksModule = module({
  name: "tasks",
  imports: [AuthModule, DatabaseModule],
  declarations: [TasksCommands, TasksController, TasksService],
  exports: [TasksService],
})

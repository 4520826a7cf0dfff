import { module } from "trivet"
import { TasksModule } from "../tasks/tasks-module.ts"
import { AuthModule, UsersModule } from "../users/users-module.ts"
import { PagesController } from "./pages-controller.ts"

/** The pages for people. */
export const PagesModule = module({
  name: "pages",
  imports: [AuthModule, TasksModule, UsersModule],
  declarations: [PagesController],
})

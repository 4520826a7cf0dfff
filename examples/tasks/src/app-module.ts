import { health, module } from "trivet"
import { PagesModule } from "./pages/pages-module.ts"
import { TasksModule } from "./tasks/tasks-module.ts"
import { UsersModule } from "./users/users-module.ts"

/** The whole application: one module for each feature. */
export const AppModule = module({ name: "app", imports: [PagesModule, TasksModule, UsersModule, health()] })

import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { IdsModule } from "../ids/ids-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { AuthController } from "./auth-controller.ts"
import { AuthModule } from "./auth-module.ts"
import { UsersCommands } from "./users-commands.ts"
import { UsersService } from "./users-service.ts"
import { UsersStore } from "./users-store.ts"

/** Users: registration, login, and commands about them. */
export const UsersModule = module({
  name: "users",
  imports: [AuthModule, DatabaseModule, IdsModule, LimitsModule],
  exports: [UsersService],
  declarations: [AuthController, UsersCommands, UsersService, UsersStore],
})

import { module } from "trivet"
import { AccountsModule } from "./accounts-module.ts"
import { AuthController } from "./auth-controller.ts"
import { UsersCommands } from "./users-commands.ts"

/** Registration and login, and commands about users. */
export const UsersModule = module({
  name: "users",
  imports: [AccountsModule],
  declarations: [AuthController, UsersCommands],
})

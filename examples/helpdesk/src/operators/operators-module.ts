import { module } from "trivet"
import { AccountsModule } from "../accounts/accounts-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { OperatorsCommands } from "./operators-commands.ts"

/** The commands of those who run the help desk. */
export const OperatorsModule = module({
  name: "operators",
  imports: [AccountsModule, DatabaseModule, TicketsModule, UsersModule],
  declarations: [OperatorsCommands],
})

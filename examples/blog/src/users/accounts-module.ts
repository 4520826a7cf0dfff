import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { EventsModule } from "../events/events-module.ts"
import { IdsModule } from "../ids/ids-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { AuthModule } from "./auth-module.ts"
import { UsersService } from "./users-service.ts"
import { UsersStore } from "./users-store.ts"

/** Users and their store, for the routes, the commands and the site's pages. */
export const AccountsModule = module({
  name: "accounts",
  imports: [AuthModule, DatabaseModule, EventsModule, IdsModule, LimitsModule],
  exports: [UsersService],
  declarations: [UsersService, UsersStore],
})

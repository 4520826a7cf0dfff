import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { Registration } from "./registration.ts"
import { UsersStore } from "./users-store.ts"

/** Users: how one is registered, stored and found. */
export const UsersModule = module({
  name: "users",
  imports: [CredentialsModule, DatabaseModule, LimitsModule],
  exports: [Registration, UsersStore],
  declarations: [Registration, UsersStore],
})

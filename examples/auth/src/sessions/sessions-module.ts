import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { LoginModule } from "../login/login-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { SessionsController } from "./sessions-controller.ts"

/** Sessions for browsers. */
export const SessionsModule = module({
  name: "sessions",
  imports: [CredentialsModule, LoginModule, UsersModule],
  declarations: [SessionsController],
})

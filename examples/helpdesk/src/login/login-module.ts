import { module } from "trivet"
import { AccountsModule } from "../accounts/accounts-module.ts"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { LoginController } from "./login-controller.ts"
import { LoginService } from "./login-service.ts"

/** The pages to sign up, in and out. */
export const LoginModule = module({
  name: "login",
  imports: [CredentialsModule, LimitsModule, UsersModule, AccountsModule],
  declarations: [LoginController, LoginService],
})

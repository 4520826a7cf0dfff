import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { LoginController } from "./login-controller.ts"
import { LoginService } from "./login-service.ts"

/** Sign-up, login, logout. */
export const LoginModule = module({
  name: "login",
  imports: [CredentialsModule, LimitsModule, UsersModule],
  declarations: [LoginController, LoginService],
})

import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { EventsModule } from "../events/events-module.ts"
import { LoginModule } from "../login/login-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { TokensController } from "./tokens-controller.ts"

/** Pairs of access and refresh tokens. */
export const TokensModule = module({
  name: "tokens",
  imports: [CredentialsModule, EventsModule, LoginModule, UsersModule],
  declarations: [TokensController],
})

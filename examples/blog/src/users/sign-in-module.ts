import { module } from "trivet"
import { EventsModule } from "../events/events-module.ts"
import { AccountsModule } from "./accounts-module.ts"
import { AuthModule } from "./auth-module.ts"
import { SignInController } from "./sign-in-controller.ts"

/** The pages to sign up, in and out. */
export const SignInModule = module({
  name: "sign-in",
  imports: [AccountsModule, AuthModule, EventsModule],
  declarations: [SignInController],
})

import { module } from "trivet"
import { AuthModule } from "./auth-module.ts"
import { SignInController } from "./sign-in-controller.ts"
import { UsersModule } from "./users-module.ts"

/** The pages to sign up, in and out. */
export const SignInModule = module({
  name: "sign-in",
  imports: [AuthModule, UsersModule],
  declarations: [SignInController],
})

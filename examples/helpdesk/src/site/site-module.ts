import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { AssetsController } from "./assets-controller.ts"
import { Visitors } from "./visitors.ts"

/** What all pages have: the style sheet, and who is looking. */
export const SiteModule = module({
  name: "site",
  imports: [CredentialsModule, UsersModule],
  exports: [Visitors],
  declarations: [AssetsController, Visitors],
})

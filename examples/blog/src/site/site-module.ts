import { module } from "trivet"
import { AppModule } from "../app-module.ts"
import { PicturesModule } from "../pictures/pictures-module.ts"
import { WritingModule } from "../posts/writing-module.ts"
import { AuthModule } from "../users/auth-module.ts"
import { SignInModule } from "../users/sign-in-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { AssetsController } from "./assets-controller.ts"

/** The blog as a site: the same modules, and the pages beside them. */
export const SiteModule = module({
  name: "site",
  imports: [AppModule, AuthModule, UsersModule, SignInModule, WritingModule, PicturesModule],
  declarations: [AssetsController],
})

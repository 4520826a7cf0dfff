import { module } from "trivet"
import { blog } from "../app-module.ts"
import { CommentsModule } from "../comments/comments-module.ts"
import { PicturesModule } from "../pictures/pictures-module.ts"
import { ownPosts } from "../posts/posts-policy.ts"
import { SiteRemoval } from "../posts/removal-module.ts"
import { WritingModule } from "../posts/writing-module.ts"
import { AccountsModule } from "../users/accounts-module.ts"
import { AuthModule } from "../users/auth-module.ts"
import { SignInModule } from "../users/sign-in-module.ts"
import { AssetsController } from "./assets-controller.ts"

/** The blog as a site: the same modules under a stricter policy, and the pages beside them. */
export const SiteModule = module({
  name: "site",
  imports: [
    blog(ownPosts, SiteRemoval),
    AccountsModule,
    AuthModule,
    SignInModule,
    WritingModule,
    PicturesModule,
    CommentsModule,
  ],
  declarations: [AssetsController],
})

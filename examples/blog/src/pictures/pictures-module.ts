import { module } from "trivet"
import { PostsModule } from "../posts/posts-module.ts"
import { SiteRemoval } from "../posts/removal-module.ts"
import { Pictures } from "./pictures.ts"
import { PicturesController } from "./pictures-controller.ts"

/** Pictures of posts: sent, kept in a folder, and served. */
export const PicturesModule = module({
  name: "pictures",
  imports: [PostsModule, SiteRemoval],
  exports: [Pictures],
  declarations: [Pictures, PicturesController],
})

import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { PostsModule } from "../posts/posts-module.ts"
import { Pictures } from "./pictures.ts"
import { PicturesController } from "./pictures-controller.ts"
import { PicturesStore } from "./pictures-store.ts"
import { Uploads } from "./uploads.ts"

/** Pictures of posts: sent, kept in a folder, and served. */
export const PicturesModule = module({
  name: "pictures",
  imports: [DatabaseModule, PostsModule],
  exports: [Pictures],
  declarations: [Pictures, PicturesController, PicturesStore, Uploads],
})

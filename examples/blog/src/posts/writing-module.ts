import { module } from "trivet"
import { PicturesModule } from "../pictures/pictures-module.ts"
import { PostsModule } from "./posts-module.ts"
import { WritingController } from "./writing-controller.ts"

/** The site's own pages about posts. */
export const WritingModule = module({
  name: "writing",
  imports: [PostsModule, PicturesModule],
  declarations: [WritingController],
})

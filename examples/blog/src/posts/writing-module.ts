import { module } from "trivet"
import { PostsModule } from "./posts-module.ts"
import { SiteRemoval } from "./removal-module.ts"
import { WritingController } from "./writing-controller.ts"

/** The site's own pages about posts. */
export const WritingModule = module({
  name: "writing",
  imports: [PostsModule, SiteRemoval],
  declarations: [WritingController],
})

import { type Module, module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { IdsModule } from "../ids/ids-module.ts"
import { RedisModule } from "../redis/redis-module.ts"
import { AuthModule } from "../users/auth-module.ts"
import { PostsCommands } from "./posts-commands.ts"
import { PostsController } from "./posts-controller.ts"
import { PostsPolicy } from "./posts-policy.ts"
import { PostsService } from "./posts-service.ts"
import { PostsStore } from "./posts-store.ts"
import { PublicList } from "./public-list.ts"

/** Posts: their service and commands. */
export const PostsModule = module({
  name: "posts",
  imports: [DatabaseModule, IdsModule, RedisModule],
  exports: [PostsService, PublicList],
  declarations: [PostsCommands, PostsService, PostsStore, PublicList],
})

/** The routes of posts, under a policy, with the module that removes them. */
export function postsRoutes(policy: PostsPolicy, removal: Module): Module {
  return module({
    name: "posts-routes",
    imports: [AuthModule, PostsModule, removal],
    declarations: [PostsController, provide(PostsPolicy, () => policy)],
  })
}

import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { IdsModule } from "../ids/ids-module.ts"
import { RedisModule } from "../redis/redis-module.ts"
import { AuthModule } from "../users/auth-module.ts"
import { PostsCommands } from "./posts-commands.ts"
import { PostsController } from "./posts-controller.ts"
import { PostsService } from "./posts-service.ts"
import { PostsStore } from "./posts-store.ts"
import { PublicList } from "./public-list.ts"

/** Posts: their routes and commands. */
export const PostsModule = module({
  name: "posts",
  imports: [AuthModule, DatabaseModule, IdsModule, RedisModule],
  exports: [PostsService, PublicList],
  declarations: [PostsController, PostsCommands, PostsService, PostsStore, PublicList],
})

import { redis } from "@trivet/redis"
import { Cache, inject, module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { IdsModule } from "../ids/ids-module.ts"
import { Settings } from "../settings.ts"
import { AuthModule } from "../users/auth-module.ts"
import { PostsCommands } from "./posts-commands.ts"
import { PostsController } from "./posts-controller.ts"
import { PostsService } from "./posts-service.ts"
import { PostsStore } from "./posts-store.ts"
import { PublicList } from "./public-list.ts"

const CacheModule = redis({ prefix: "blog", provides: [Cache], url: () => inject(Settings).REDIS_URL })

/** Posts: their routes and commands. */
export const PostsModule = module({
  name: "posts",
  imports: [AuthModule, CacheModule, DatabaseModule, IdsModule],
  exports: [PublicList],
  declarations: [PostsController, PostsCommands, PostsService, PostsStore, PublicList],
})

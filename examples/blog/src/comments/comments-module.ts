import { OptionalRedis, RedisTopics } from "@trivet/redis"
import { Clock, inject, MemoryTopics, module, provide, Topics } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { PostsModule } from "../posts/posts-module.ts"
import { RedisModule } from "../redis/redis-module.ts"
import { Comments } from "./comments.ts"
import { CommentsController } from "./comments-controller.ts"
import { CommentsStore } from "./comments-store.ts"

/** Comments on posts, shown live: by Redis in all processes, without it in the one that took them. */
export const CommentsModule = module({
  name: "comments",
  imports: [DatabaseModule, LimitsModule, PostsModule, RedisModule],
  exports: [Comments],
  declarations: [
    Comments,
    CommentsController,
    CommentsStore,
    // Not from `redis()`, which needs a server for topics: without one the blog still has its comments.
    provide(Topics, () => {
      const redis = inject(OptionalRedis)
      return redis === undefined ? new MemoryTopics({ clock: inject(Clock) }) : new RedisTopics(redis, "blog")
    }),
  ],
})

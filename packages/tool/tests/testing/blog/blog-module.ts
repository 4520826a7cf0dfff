import { module } from "trivet"
import { PostsController } from "./posts-controller.ts"
import { PostsService } from "./posts-service.ts"
import { UsersModule } from "./users-module.ts"

export const PostsModule = module({
  name: "posts",
  imports: [UsersModule],
  declarations: [PostsController, PostsService],
})

export const BlogModule = module({ name: "blog", imports: [PostsModule, UsersModule] })

import { module } from "trivet"
import { PostsModule } from "./posts/posts-module.ts"
import { SeedModule } from "./seed/seed-module.ts"
import { UsersModule } from "./users/users-module.ts"

/** The blog. */
export const AppModule = module({ name: "blog", imports: [UsersModule, PostsModule, SeedModule] })

import { health, module } from "trivet"
import { PostsModule } from "./posts/posts-module.ts"
import { SeedModule } from "./seed/seed-module.ts"
import { UsersModule } from "./users/users-module.ts"

/** The blog. `health()` answers the probes of a load balancer or a cluster. */
export const AppModule = module({ name: "blog", imports: [UsersModule, PostsModule, SeedModule, health()] })

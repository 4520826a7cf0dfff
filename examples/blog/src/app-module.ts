import { openapi } from "@trivet/openapi"
import { health, type Module, module } from "trivet"
import { postsRoutes } from "./posts/posts-module.ts"
import { openPosts, type PostsPolicy } from "./posts/posts-policy.ts"
import { ApiRemoval } from "./posts/removal-module.ts"
import { SeedModule } from "./seed/seed-module.ts"
import { UsersModule } from "./users/users-module.ts"

const DocsModule = openapi({ title: "Blog", version: "1.0.0", description: "Users and their posts." })

/** The blog under a policy, with the module that removes posts. `health()` answers the probes of a load balancer or a cluster. */
export function blog(policy: PostsPolicy, removal: Module = ApiRemoval): Module {
  return module({
    name: "blog",
    imports: [UsersModule, postsRoutes(policy, removal), SeedModule, DocsModule, health()],
  })
}

/** The blog as the specification has it. For posts that only their authors may change: `blog(ownPosts)`. */
export const AppModule: Module = blog(openPosts)

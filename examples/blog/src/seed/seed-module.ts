import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { PostsModule } from "../posts/posts-module.ts"
import { AuthModule } from "../users/auth-module.ts"
import { SeedCommand } from "./seed-command.ts"
import { SeedService } from "./seed-service.ts"

/** Data to try the blog with. */
export const SeedModule = module({
  name: "seed",
  imports: [AuthModule, DatabaseModule, PostsModule],
  declarations: [SeedCommand, SeedService],
})

import { jobs } from "@trivet/jobs"
import { type Module, module, type Token } from "trivet"
import { Db } from "../database/db.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { PictureJobs } from "../pictures/picture-jobs.ts"
import { PicturesStore } from "../pictures/pictures-store.ts"
import { Uploads } from "../pictures/uploads.ts"
import { PostsModule } from "./posts-module.ts"
import { PostsRemoval } from "./posts-removal.ts"

function removal(run: boolean, exports: readonly Token<unknown>[]): Module {
  return module({
    name: "removal",
    imports: [DatabaseModule, PostsModule, jobs({ database: Db, imports: [DatabaseModule], run })],
    exports,
    declarations: [PictureJobs, PicturesStore, PostsRemoval, Uploads],
  })
}

/** The removal of posts for the API, which enqueues jobs and leaves them to the site: it has no folder of pictures. */
export const ApiRemoval: Module = removal(false, [PostsRemoval])

/** The removal of posts for the site, which also runs the jobs. */
export const SiteRemoval: Module = removal(true, [PicturesStore, PostsRemoval, Uploads])

import { authBugs } from "./bugs/auth.ts"
import { blogApiBugs } from "./bugs/blog-api.ts"
import { blogSiteBugs } from "./bugs/blog-site.ts"
import type { PlantedBug } from "./planted-bug.ts"

/** The bugs that `trivet fuzz` is asked to find. */
export const bugs: readonly PlantedBug[] = [
  ...blogApiBugs.map((bug) => ({ reference: "blog API" as const, ...bug })),
  ...blogSiteBugs.map((bug) => ({ reference: "blog site" as const, ...bug })),
  ...authBugs.map((bug) => ({ reference: "auth" as const, ...bug })),
]

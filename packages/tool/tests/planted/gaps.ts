import { administratorsGaps, authGaps } from "./gaps/auth.ts"
import { blogApiGaps, ownPostsGaps } from "./gaps/blog-api.ts"
import { blogSiteGaps } from "./gaps/blog-site.ts"
import type { PlantedEdit } from "./planted-edit.ts"

/** The access gaps that must be found before an application is released. */
export const gaps: readonly PlantedEdit[] = [
  ...blogApiGaps.map((gap) => ({ reference: "blog API" as const, ...gap })),
  ...ownPostsGaps.map((gap) => ({ reference: "blog API with own posts" as const, ...gap })),
  ...blogSiteGaps.map((gap) => ({ reference: "blog site" as const, ...gap })),
  ...authGaps.map((gap) => ({ reference: "auth" as const, ...gap })),
  ...administratorsGaps.map((gap) => ({ reference: "auth with administrators" as const, ...gap })),
]

import { authLeaks } from "./leaks/auth.ts"
import { blogLeaks } from "./leaks/blog.ts"
import type { PlantedLeak } from "./planted-leak.ts"

/** Leaks of the references that have no mails, streams, searches and exports. */
export const leaks: readonly PlantedLeak[] = [
  ...blogLeaks.map((leak) => ({ reference: "blog API" as const, ...leak })),
  ...authLeaks.map((leak) => ({ reference: "auth" as const, ...leak })),
]

import { authLeaks } from "./leaks/auth.ts"
import { blogLeaks } from "./leaks/blog.ts"
import { helpdeskLeaks } from "./leaks/helpdesk.ts"
import { notebookLeaks } from "./leaks/notebook.ts"
import type { PlantedLeak } from "./planted-leak.ts"

/** The leaks that `trivet fuzz` is asked to find: those of the references, and of the notebook what these have no channel for. */
export const leaks: readonly PlantedLeak[] = [
  ...blogLeaks.map((leak) => ({ reference: "blog API" as const, ...leak })),
  ...authLeaks.map((leak) => ({ reference: "auth" as const, ...leak })),
  ...helpdeskLeaks.map((leak) => ({ reference: "helpdesk" as const, ...leak })),
  ...notebookLeaks.map((leak) => ({ reference: "notebook" as const, ...leak })),
]

import { bearerStatements } from "./bearer-statements.ts"
import { conditionalStatements } from "./conditional-statements.ts"
import { listStatements } from "./list-statements.ts"
import { loginStatements } from "./login-statements.ts"
import { postStatements } from "./post-statements.ts"
import { registrationStatements } from "./registration-statements.ts"
import type { Statement } from "./statement.ts"
import { storeStatements } from "./store-statements.ts"

/** Everything that the specification says of the blog. */
export const statements: readonly Statement[] = [
  ...registrationStatements,
  ...loginStatements,
  ...bearerStatements,
  ...postStatements,
  ...listStatements,
  ...conditionalStatements,
  ...storeStatements,
]

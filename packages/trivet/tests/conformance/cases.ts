import type { Case } from "./case.ts"
import { bodyCases } from "./cases/body-cases.ts"
import { contextCases } from "./cases/context-cases.ts"
import { fileCases } from "./cases/file-cases.ts"
import { hookCases } from "./cases/hook-cases.ts"
import { middlewareCases } from "./cases/middleware-cases.ts"
import { pathCases } from "./cases/path-cases.ts"
import { returnedCases } from "./cases/returned-cases.ts"
import { serviceCases } from "./cases/service-cases.ts"
import { streamedCases } from "./cases/streamed-cases.ts"
import { thrownCases } from "./cases/thrown-cases.ts"

/** Every call, by subject, with the reply that all engines must give. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  context: contextCases,
  "returned values": returnedCases,
  "streams and responses": streamedCases,
  "thrown values": thrownCases,
  bodies: bodyCases,
  "paths and methods": pathCases,
  middlewares: middlewareCases,
  hooks: hookCases,
  service: serviceCases,
  files: fileCases,
}

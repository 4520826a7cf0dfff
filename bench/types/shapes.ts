import { honoChains } from "./hono-chains.ts"
import { honoClient } from "./hono-client.ts"
import { nestDecorators } from "./nest-decorators.ts"
import { orpcClient } from "./orpc-client.ts"
import type { Shape } from "./shape.ts"
import { trivetClient } from "./trivet-client.ts"
import { trivetContracts } from "./trivet-contracts.ts"
import { trivetPlain } from "./trivet-plain.ts"
import { trivetRecords } from "./trivet-records.ts"

/** All that is measured, ours first. */
export const shapes: readonly Shape[] = [
  trivetRecords,
  trivetPlain,
  trivetContracts,
  honoChains,
  nestDecorators,
  trivetClient,
  honoClient,
  orpcClient,
]

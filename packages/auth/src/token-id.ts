import { randomUUID } from "node:crypto"
import type { Revocable } from "./revocations.ts"

/** What ends a token beside itself: its family, and the generation of its user. */
export type TokenOrigin = Pick<Revocable, "family" | "generation">

/**
 * A new id of an access token (`jti`): the family or nothing, a random id of its own and the user's generation, with dots
 * between them. Where family and generation are empty it is the random id alone.
 */
export function tokenIdOf({ family = "", generation }: TokenOrigin): string {
  const own = randomUUID()
  if (generation !== "") return `${family}.${own}.${generation}`
  return family === "" ? own : `${family}.${own}`
}

/** The family and the generation that an id names. */
export function parseTokenId(id: string): TokenOrigin {
  const parts = id.split(".")
  if (parts.length === 1) return { family: undefined, generation: "" }
  const [family = "", , generation = ""] = parts
  return { family: family === "" ? undefined : family, generation }
}

import type { AccessSetup } from "trivet/testing"
import { access } from "./access.ts"

/** The callers of the notes, whose rows can soon not be prepared any more: a limit rejects it. */
export const limited: AccessSetup = async (server) => {
  const { callers, prepare } = await access(server)
  let calls = 0
  return {
    callers,
    prepare: (route) => {
      if (++calls > 3) throw new Error("POST /notes was answered with 429")
      return prepare!(route)
    },
  }
}

import { commandKind } from "../../context/kind.ts"
import { type Platform, platformOf } from "../../app/platform.ts"
import { failReply } from "./fail-reply.ts"
import { printField } from "./print-field.ts"
import { valueReply } from "./value-reply.ts"

/**
 * The CLI platform: it runs the records without a method, and prints what their handlers return. `run()` uses it by
 * itself; pass it to `createTestApp()` to test commands.
 */
export function cli(): Platform {
  return platformOf({
    name: "cli",
    serves: [commandKind],
    fields: [printField],
    reply: valueReply,
    fail: failReply,
  })
}

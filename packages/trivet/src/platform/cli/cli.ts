import { type Platform, platformOf } from "../../app/platform.ts"
import { failReply } from "./fail-reply.ts"
import { printField } from "./print-field.ts"
import { valueReply } from "./value-reply.ts"

/** The CLI platform: routes without a method are commands, and what they return is printed. */
export function cli(): Platform {
  return platformOf({
    name: "cli",
    serves: "commands",
    fields: [printField],
    reply: valueReply,
    fail: failReply,
  })
}

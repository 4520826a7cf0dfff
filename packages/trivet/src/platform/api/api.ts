import type { Platform } from "../../app/platform.ts"
import { failReply } from "./fail-reply.ts"
import { valueReply } from "./value-reply.ts"

/** The API platform: what handlers return becomes JSON. */
export function api(): Platform {
  return { name: "api", serves: "methods", reply: valueReply, fail: failReply }
}

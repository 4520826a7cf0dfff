import { type Platform, platformOf } from "../../app/platform.ts"
import { jsonFailure } from "../json-failure.ts"
import { jsonReply } from "../json-reply.ts"

/** The API platform: what handlers return becomes JSON. */
export function api(): Platform {
  return platformOf({ name: "api", serves: "methods", reply: jsonReply, fail: jsonFailure })
}

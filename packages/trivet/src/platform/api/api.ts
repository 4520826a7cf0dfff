import { type Platform, platformOf } from "../../app/platform.ts"
import type { BodyReader } from "../../context/body-reader.ts"
import { jsonFailure } from "../json-failure.ts"
import { jsonReply } from "../json-reply.ts"

/** What an API reads. */
export interface ApiOptions {
  /** Readers of bodies that are not JSON, such as `multipart()` of `@trivet/multipart`. Any other body is JSON. */
  readonly bodies?: readonly BodyReader[]
}

/** The API platform: what handlers return becomes JSON. */
export function api({ bodies = [] }: ApiOptions = {}): Platform {
  return platformOf({
    name: "api",
    serves: "methods",
    ...(bodies.length > 0 && { bodies: { readers: bodies, restIsJson: true } }),
    reply: jsonReply,
    fail: jsonFailure,
  })
}

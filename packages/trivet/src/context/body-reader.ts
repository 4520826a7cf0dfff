import type { FormFields } from "../schema/convert-form.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import type { Context } from "./context.ts"
import type { Incoming } from "./incoming.ts"

/**
 * Reads the bodies of one type for `ctx.bind()` and `readForm()`. What it gives is converted and validated by the schema
 * afterwards; limits, and whatever it keeps until `ctx.onDone`, are its own business.
 */
export interface BodyReader {
  /** The media type in small letters, such as `multipart/form-data`. */
  readonly type: string
  /** Reads the fields. The schema says which of them are wanted. */
  read(ctx: Context, incoming: Incoming, schema: StandardSchema): Promise<FormFields>
}

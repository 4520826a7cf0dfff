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
  /**
   * Reads the fields. `names` are those that the schema takes; others need not be kept. It is `undefined` where the
   * schema takes any, or does not say.
   */
  read(
    ctx: Context,
    incoming: Incoming,
    schema: StandardSchema,
    names: ReadonlySet<string> | undefined,
  ): Promise<FormFields>
}

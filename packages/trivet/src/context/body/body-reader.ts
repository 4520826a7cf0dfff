import type { FormFields } from "../../schema/convert-form.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import type { Context } from "../context.ts"
import type { Incoming } from "../incoming.ts"

/**
 * Reads bodies of one media type for `ctx.bind()` and `readForm()`. The schema converts and validates its result. A reader
 * enforces its own limits (`bodyLimit` does not apply) and removes what it stored with `ctx.onDone()`.
 */
export interface BodyReader {
  /** The media type in lower case, such as `multipart/form-data`. */
  readonly type: string
  /**
   * Reads the fields of a body. `names` are the fields of the schema, and others can be skipped. It is `undefined` if the
   * schema accepts any field, or its fields are not known.
   */
  read(
    ctx: Context,
    incoming: Incoming,
    schema: StandardSchema,
    names: ReadonlySet<string> | undefined,
  ): Promise<FormFields>
}

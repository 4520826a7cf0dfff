import { type Context, Fault, type StandardSchema } from "trivet"
import type { BodyReader } from "trivet/web"
import type { FormSchema } from "./form.ts"
import { limitsOf, type MultipartOptions } from "./limits.ts"
import { Parts } from "./parts.ts"
import { readParts } from "./read-parts.ts"
import { UploadFolder } from "./upload-folder.ts"
import "./version.ts"

/**
 * Makes a reader of `multipart/form-data`, for `web({ bodies: [multipart()] })` and `api({ bodies: [multipart()] })`. The
 * files that a schema of `form()` names are written to disk as they arrive and deleted when the request ends.
 */
export function multipart(options: MultipartOptions = {}): BodyReader {
  const limits = limitsOf(options)
  return {
    type: "multipart/form-data",
    read: async (ctx, incoming, schema, names) => {
      const folder = new UploadFolder(options.folder, ctx.get("upload_store"))
      const parts = new Parts(limits, { files: filesOf(schema), texts: names }, folder)
      ctx.onDone(() => void remove(folder, ctx))
      try {
        // Rejected before a byte is read.
        if (Number(incoming.header("content-length") ?? 0) > limits.maxTotal)
          throw new Fault("FORM_TOO_LARGE", { limit: limits.maxTotal, what: "bytes" })
        return await readParts(incoming, parts)
      } catch (error) {
        await parts.abandon()
        // Removed at once, not after the reply, which a slow client may take long to read.
        await remove(folder, ctx)
        throw error
      }
    },
  }
}

function remove(folder: UploadFolder, ctx: Context): Promise<void> {
  return folder
    .remove()
    .catch((error: unknown) => ctx.log.error({ err: error }, "the files of a form could not be removed"))
}

/** The names of a schema's file fields. */
function filesOf(schema: StandardSchema): ReadonlySet<string> {
  return new Set(Object.keys((schema as Partial<FormSchema<StandardSchema, never>>).files ?? {}))
}

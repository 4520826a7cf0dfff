import { type Context, inject, type Next } from "trivet"
import { Files } from "./files.ts"
import { StagedStream } from "./staged-stream.ts"

/**
 * A middleware that makes `multipart()` write the files of a form into the store while it reads them, instead of a temporary folder:
 * `group("/tickets", [SessionAuth, StoreUploads], …)`. Put it behind the guards. What the handler does not pass to `files.put()` is
 * deleted when the request ends.
 */
export class StoreUploads {
  readonly kinds = ["request"] as const
  readonly #files = inject(Files)

  handle(ctx: Context, next: Next): unknown {
    const receive = async (source: AsyncIterable<Uint8Array>) => {
      const staged = await this.#files.receive(source)
      ctx.onDone(() => staged.discard())
      return new StagedStream(staged)
    }
    // The key is declared by @trivet/multipart, which this package does not need.
    ctx.set(uploadStoreKey as never, { receive } as never)
    return next()
  }
}

/** Where `multipart()` finds the store of its files. */
const uploadStoreKey = "upload_store"

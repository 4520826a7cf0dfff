/** Takes the files of a form while they are read. A middleware sets one, such as `StoreUploads` of `@trivet/files`. */
export interface UploadStore {
  /** Stores bytes until the request ends, whole or not at all. */
  receive(source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>
}

/**
 * The context values that this package reads. They are part of `ContextValues`.
 *
 * @example
 * ```ts
 * import type { UploadValues } from "@trivet/multipart"
 * import type { Context, Next } from "trivet"
 *
 * export class DiscardUploads {
 *   handle(ctx: Context, next: Next) {
 *     const store: UploadValues["upload_store"] = {
 *       receive: async (source) => {
 *         for await (const _ of source);
 *         return (async function* () {})()
 *       },
 *     }
 *     ctx.set("upload_store", store)
 *     return next()
 *   }
 * }
 * ```
 */
export interface UploadValues {
  /** Where `multipart()` writes files, instead of its temporary folder. */
  upload_store: UploadStore
}

declare module "trivet" {
  interface ContextValues extends UploadValues {}
}

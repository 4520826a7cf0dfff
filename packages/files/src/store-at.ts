import { fault } from "./faults.ts"
import type { FileStore } from "./store/file-store.ts"
import { FolderFileStore } from "./store/folder-file-store.ts"
import { S3FileStore } from "./store/s3-file-store.ts"

/** Makes the store of an address. */
export function storeAt(url: string): FileStore {
  const folder = /^folder:\/\/(.+)$/.exec(url)?.[1]
  if (folder !== undefined) return new FolderFileStore(folder)
  if (url.startsWith("s3://")) return new S3FileStore(url)
  throw fault("FILES_URL_INVALID", { reason: "it begins neither with `folder://` nor with `s3://`" })
}

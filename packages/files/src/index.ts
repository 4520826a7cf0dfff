export type { BytesStream, FileSource } from "./source-of.ts"
export type { FileRow } from "./rows/file-rows.ts"
export { deleteFilesWith } from "./rows/delete-files-with.ts"
export { fileMigrations } from "./rows/file-migrations.ts"
export type { DirectUpload, DownloadOptions, PutOptions, UploadOptions, UrlOptions } from "./file-options.ts"
export { Files } from "./files.ts"
export { files, type FilesOptions } from "./files-module.ts"
export type { FilesDatabase, FilesHandle, FilesQueries, RawQuery } from "./rows/sql-on.ts"
export type { ExpectedBytes, StoredBytes } from "./store/checked-bytes.ts"
export {
  type AddressOptions,
  type BytesRange,
  type FileBytes,
  FileStore,
  type ListedBytes,
  type StorePutOptions,
  type UploadAddressOptions,
} from "./store/file-store.ts"
export { StoredFile } from "./stored-file.ts"
export { StoreUploads } from "./store-uploads.ts"

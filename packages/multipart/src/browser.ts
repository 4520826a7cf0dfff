// Bundlers for browsers load this file in place of index.ts. It has the exports for contracts, and imports no `node:`
// module.
export type { ByteSize } from "./byte-size.ts"
export { file, type FileOptions, type FileSchema } from "./file.ts"
export { fileList, type FileListOptions } from "./files.ts"
export type { FileType } from "./file-type.ts"
export { form, type FormFiles, type FormSchema } from "./form.ts"

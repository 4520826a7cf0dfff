export { serve, type Served, type ServeOptions } from "./engine/node/serve.ts"
export { files, type FilesOptions } from "./platform/files/files.ts"

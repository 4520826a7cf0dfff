import { statSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { acceptedEncodings } from "../context/request/accepted-encodings.ts"
import type { Context } from "../context/context.ts"
import { ReplyHeaders } from "../context/reply/reply-headers.ts"
import { Reply } from "../context/reply/reply.ts"
import { checkOptions, type OptionNames } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"
import type { Route } from "../module/routes/route.ts"
import { changedAt } from "./described-file.ts"
import { Descriptions } from "./descriptions.ts"
import { closeFile } from "./file-body.ts"
import { fileReply } from "./file-reply.ts"
import { Folder, type OpenFile } from "./folder.ts"
import { type NameRules, parseFileName } from "./parse-file-name.ts"

/** Options of `staticFiles()`. */
export interface StaticFilesOptions {
  /** The `Cache-Control` header. Default: `no-cache`, so that browsers keep a copy and revalidate it. */
  readonly cacheControl?: string
  /**
   * A pattern for names of files whose content never changes, such as `app-9f86d081.js`. Browsers cache them for a
   * year.
   */
  readonly immutable?: RegExp
  /**
   * Whether to send `app.js.br`, `app.js.zst` or `app.js.gz` instead of `app.js` to clients that support it, if it is not
   * older. Default: false.
   */
  readonly precompressed?: boolean
  /** Whether the path of a folder serves its `index.html`. Default: false. */
  readonly index?: boolean
  /** Whether to serve names that begin with a dot. Default: false. */
  readonly dotFiles?: boolean
  /**
   * Whether browsers download the files instead of showing them, for user uploads; `<img>` still shows them. Default:
   * false.
   */
  readonly attachment?: boolean
  /** Further media types by file extension: `{ glb: "model/gltf-binary" }`. */
  readonly types?: Readonly<Record<string, string>>
}

const optionNames: OptionNames<StaticFilesOptions> = {
  cacheControl: true,
  immutable: true,
  precompressed: true,
  index: true,
  dotFiles: true,
  attachment: true,
  types: true,
}

/** The state of one `staticFiles()` route. */
interface ServedFolder {
  readonly folder: Folder
  readonly descriptions: Descriptions
  readonly rules: NameRules
  readonly options: StaticFilesOptions
}

/**
 * Makes a route that serves the files of a folder: `staticFiles("/assets", join(import.meta.dirname, "assets"))` answers
 * `GET /assets/*`. A relative folder is resolved from the working directory. The folder must exist at boot. Put user
 * uploads into a folder of their own and serve it with `attachment: true`.
 */
export function staticFiles(path: string, folder: string | URL, options: StaticFilesOptions = {}): Route {
  checkOptions(options, optionNames, "staticFiles()")
  const dotFiles = options.dotFiles === true
  const served: ServedFolder = {
    folder: new Folder(folderOf(folder), dotFiles),
    descriptions: new Descriptions(options),
    rules: { dotFiles, windows: process.platform === "win32" },
    options,
  }
  const handler = (ctx: Context<"/*">) => answer(ctx, served)
  return {
    method: "GET",
    path: path.endsWith("/") ? `${path}*` : `${path}/*`,
    handler,
    about: { hidden: true },
  }
}

function folderOf(given: string | URL): string {
  const path = resolve(given instanceof URL ? fileURLToPath(given) : given)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
  throw new Fault("OPTION_INVALID", {
    what: "`staticFiles()`",
    reason: `there is no folder ${JSON.stringify(path)}`,
  })
}

async function answer(ctx: Context<"/*">, served: ServedFolder): Promise<Reply> {
  const { index } = served.options
  const asked = parseFileName(ctx.param("*"), ctx.path, served.rules)
  const isFolder = asked === "" || asked?.endsWith("/") === true
  const name = isFolder && index === true ? `${asked}index.html` : asked
  const found =
    name === undefined || (isFolder && index !== true) ? undefined : await served.folder.open(name)
  if (found === "folder" && index === true && !isFolder) return toFolder(ctx)
  if (found === undefined || found === "folder")
    throw new Fault("NOT_FOUND", { method: ctx.method, path: ctx.path })
  const { file, encoding } = await variantOf(ctx, served, name!, found)
  return fileReply(ctx, file, served.descriptions.of(name!, file.stats, encoding))
}

/** Redirects to the path with a slash, because relative links in a folder's page are relative to the folder. */
function toFolder(ctx: Context<"/*">): Reply {
  const reply = Reply.empty(308)
  reply.headers = new ReplyHeaders().set("location", `${ctx.path}/`)
  return reply
}

/** The variant of a file to send: the file itself, or a compressed file next to it. */
async function variantOf(
  ctx: Context<"/*">,
  { folder, options }: ServedFolder,
  name: string,
  plain: OpenFile,
): Promise<{ readonly file: OpenFile; readonly encoding: string | undefined }> {
  const accepted =
    options.precompressed === true ? acceptedEncodings(ctx.header("accept-encoding"), compressedFiles) : []
  try {
    for (const { name: encoding, ending } of accepted) {
      const file = await folder.open(name + ending)
      if (file === undefined || file === "folder") continue
      if (changedAt(file.stats) >= changedAt(plain.stats)) {
        closeFile(plain.descriptor)
        return { file, encoding }
      }
      closeFile(file.descriptor)
    }
  } catch (error) {
    closeFile(plain.descriptor)
    throw error
  }
  return { file: plain, encoding: undefined }
}

/** A kind of compressed file next to a file. */
interface CompressedFile {
  /** The `Content-Encoding`. */
  readonly name: string
  /** The extension of the compressed file. */
  readonly ending: string
}

/** Compressed files that may exist next to a file, the smallest first. */
const compressedFiles: readonly CompressedFile[] = [
  { name: "br", ending: ".br" },
  { name: "zstd", ending: ".zst" },
  { name: "gzip", ending: ".gz" },
]

import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

/** Notes the place of a statement in the source of the application. Its text is computed when the function is called. */
export function placeOf(): () => string {
  const trace: { readonly stack?: string } = {}
  const { stackTraceLimit } = Error
  // Frames of Kysely and of the framework come first.
  Error.stackTraceLimit = 60
  Error.captureStackTrace(trace, placeOf)
  Error.stackTraceLimit = stackTraceLimit
  return () => findPlace(trace.stack ?? "") ?? ""
}

const packages = import.meta.dirname.replace(/postgres.\w+.testing.simulation.report$/, "")
/** Folders of the packages that are between a statement and the application, where they are not installed. With source maps, `dist` is shown as `src`. */
const own = ["trivet", "postgres", "redis", "jobs"].flatMap((name) =>
  ["src", "dist"].map((folder) => join(packages, name, folder, "/")),
)

/** Whether a file is of these packages, or is installed. */
export function isOwn(file: string): boolean {
  return file.includes("/node_modules/") || own.some((folder) => file.startsWith(folder))
}

/** The first frame outside of these packages and of what is installed. */
function findPlace(stack: string): string | undefined {
  const frames = stack.split("\n").flatMap((line) => {
    const [, file, position] = /[\s(]((?:file:\/\/)?\/[^()]*?):(\d+:\d+)\)?$/.exec(line) ?? []
    return file === undefined
      ? []
      : [{ file: file.startsWith("file:") ? fileURLToPath(file) : file, position }]
  })
  const found = frames.find(({ file }) => !isOwn(file))
  return found === undefined ? undefined : `${relative(process.cwd(), found.file)}:${found.position}`
}

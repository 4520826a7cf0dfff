/** A readable path of a file: without `file://`, and relative to the working directory if it is inside. */
export function shortPath(address: string): string {
  const path = address.startsWith("file://") ? decodeURI(address.slice("file://".length)) : address
  const folder = typeof process === "object" && typeof process.cwd === "function" ? `${process.cwd()}/` : "/"
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

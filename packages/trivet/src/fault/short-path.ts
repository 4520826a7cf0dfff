/** A file's address as a person reads it: without `file://`, and from the working folder where it lies below it. */
export function shortPath(address: string): string {
  const path = address.startsWith("file://") ? decodeURI(address.slice("file://".length)) : address
  const folder = typeof process === "object" && typeof process.cwd === "function" ? `${process.cwd()}/` : "/"
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

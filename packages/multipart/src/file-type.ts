/** The media types that can be detected from the first bytes. SVG is not among them, because it can contain scripts. */
export type FileType =
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "application/pdf"

const beginnings: Readonly<Record<FileType, RegExp>> = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBP/,
  "image/avif": /^[^]{4}ftypavi[fs]/,
  "application/pdf": /^%PDF-/,
}

/** The number of bytes that determine the type. */
export const headLength = 16

/** All types that can be detected. */
export const fileTypes: readonly FileType[] = Object.keys(beginnings) as FileType[]

/** Detects the type of a file from its first bytes. Its name and the type that the client sent are ignored. */
export function findFileType(head: Uint8Array): FileType | undefined {
  const text = Buffer.from(head).toString("latin1")
  return fileTypes.find((type) => beginnings[type].test(text))
}

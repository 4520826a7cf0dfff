/** The types that browsers show without running anything in them. HTML, SVG and XML can contain scripts of their sender. */
const harmless: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "application/pdf",
  "audio/mpeg",
  "audio/mp4",
  "audio/ogg",
  "audio/wav",
  "audio/flac",
  "video/mp4",
  "video/webm",
  "video/quicktime",
  "text/plain",
])

/** Whether a file may be shown instead of saved. */
export function mayBeInline(type: string): boolean {
  return harmless.has(type.split(";", 1)[0]!.trim())
}

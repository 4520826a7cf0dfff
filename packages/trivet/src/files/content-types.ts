const utf8 = "; charset=utf-8"

const types: ReadonlyMap<string, string> = new Map([
  ...texts("text/html", "html", "htm"),
  ...texts("text/css", "css"),
  ...texts("text/javascript", "js", "mjs"),
  ...texts("text/plain", "txt", "log"),
  ...texts("text/markdown", "md"),
  ...texts("text/csv", "csv"),
  ...texts("text/vtt", "vtt"),
  ...texts("text/calendar", "ics"),
  ...texts("application/json", "json", "map"),
  ...texts("application/manifest+json", "webmanifest"),
  ...texts("application/xml", "xml"),
  ...texts("application/atom+xml", "atom"),
  ...texts("application/rss+xml", "rss"),
  ...texts("image/svg+xml", "svg"),
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["ico", "image/x-icon"],
  ["bmp", "image/bmp"],
  ["woff2", "font/woff2"],
  ["woff", "font/woff"],
  ["ttf", "font/ttf"],
  ["otf", "font/otf"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["ogg", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["wav", "audio/wav"],
  ["flac", "audio/flac"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
  ["pdf", "application/pdf"],
  ["wasm", "application/wasm"],
  ["zip", "application/zip"],
])

function texts(type: string, ...endings: readonly string[]): [string, string][] {
  return endings.map((ending) => [ending, type + utf8])
}

/**
 * The `Content-Type` for a file's name. An unknown extension is served as bytes: with `nosniff`, browsers then execute
 * nothing.
 */
export function contentTypeOf(name: string, own: Readonly<Record<string, string>> = {}): string {
  const ending = name
    .slice(name.lastIndexOf("/") + 1)
    .match(/.\.([^.]+)$/)?.[1]
    ?.toLowerCase()
  if (ending === undefined) return "application/octet-stream"
  const given = Object.hasOwn(own, ending) ? own[ending] : undefined
  return given ?? types.get(ending) ?? "application/octet-stream"
}

/** Which file names may be requested. */
export interface NameRules {
  /** Whether names may begin with a dot. */
  readonly dotFiles: boolean
  /** Whether the rules of Windows apply: device names, streams after colons, and short names. */
  readonly windows: boolean
}

/**
 * The name of a file below a folder, from the rest of a path; `undefined` if it might lead elsewhere. `rest` is
 * decoded, `path` is as received.
 */
export function parseFileName(rest: string, path: string, rules: NameRules): string | undefined {
  // An escaped slash is never part of a name, and would bypass guards of routes with a longer path.
  if (rest.includes("\0") || rest.includes("\\") || /%2f/i.test(path)) return undefined
  const segments = rest.split("/")
  const last = segments.length - 1
  for (let at = 0; at <= last; at++) {
    const segment = segments[at]!
    // An empty segment at the end requests the folder itself.
    if (segment === "" ? at !== last : !isName(segment, rules)) return undefined
  }
  return rest
}

function isName(segment: string, { dotFiles, windows }: NameRules): boolean {
  if (segment === "." || segment === "..") return false
  if (segment.startsWith(".") && !dotFiles) return false
  return !windows || !strange.test(segment)
}

// On Windows, `a.txt:stream`, `a.txt.`, `LONGNA~1` and `con.css` refer to other files than their names say.
const strange = /[:*?"<>|\u0001-\u001f]|[. ]$|~\d|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i

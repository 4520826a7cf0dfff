/** Which names of files may be asked for. */
export interface NameRules {
  /** Whether names may begin with a dot. */
  readonly dotFiles: boolean
  /** Whether the system has devices that are files everywhere, streams behind colons and short names. */
  readonly windows: boolean
}

/**
 * The name of a file below a folder, from the rest of a path: `undefined` where it might lead anywhere else. `rest` is
 * decoded, `path` is as it was received.
 */
export function parseFileName(rest: string, path: string, rules: NameRules): string | undefined {
  // A slash that was escaped is part of no name, and would lead past guards that stand on a longer path.
  if (rest.includes("\0") || rest.includes("\\") || /%2f/i.test(path)) return undefined
  const segments = rest.split("/")
  const last = segments.length - 1
  for (let at = 0; at <= last; at++) {
    const segment = segments[at]!
    // The empty one at the end asks for the folder itself.
    if (segment === "" ? at !== last : !isName(segment, rules)) return undefined
  }
  return rest
}

function isName(segment: string, { dotFiles, windows }: NameRules): boolean {
  if (segment === "." || segment === "..") return false
  if (segment.startsWith(".") && !dotFiles) return false
  return !windows || !strange.test(segment)
}

// `a.txt:stream`, `a.txt.`, `LONGNA~1` and `con.css` all are other files than their names say.
const strange = /[:*?"<>|\u0001-\u001f]|[. ]$|~\d|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i

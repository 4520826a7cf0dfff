/** What a client would send for a path as a person types it. */
export interface CallTarget {
  readonly path: string
  /** Why the Node engine refuses it before any route is looked at. */
  readonly refused: string | undefined
}

/** Reads `/posts/42?x=1`, `/größe` or a whole address as the path that reaches the router. */
export function callTarget(typed: string): CallTarget {
  const whole = /^https?:\/\//i.test(typed) ? new URL(typed).pathname : typed.replace(/[?#].*$/s, "")
  // What clients encode in a path, and no more.
  const path = whole.replaceAll(/[ "<>^`]|[^\0-\x7f]+/g, encodeURIComponent)
  return { path, refused: refusalOf(path) }
}

function refusalOf(path: string): string | undefined {
  if (!path.startsWith("/")) return "a path starts with a slash"
  if (path.includes("\\")) return "a backslash in a path means two things"
  const dots = path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return dots ? "a dot segment in a path means two things" : undefined
}

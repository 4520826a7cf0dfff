/** The request target that a client would send for a typed path. */
export interface CallTarget {
  readonly path: string
  /** Why the Node engine rejects it before routing. */
  readonly refused: string | undefined
}

/** Converts `/posts/42?x=1`, `/größe` or a full URL to the path that reaches the router. */
export function callTarget(typed: string): CallTarget {
  const whole = /^https?:\/\//i.test(typed) ? new URL(typed).pathname : typed.replace(/[?#].*$/s, "")
  // Encodes only what clients encode in a path.
  const path = whole.replaceAll(/[ "<>^`]|[^\0-\x7f]+/g, encodeURIComponent)
  return { path, refused: refusalOf(path) }
}

function refusalOf(path: string): string | undefined {
  if (!path.startsWith("/")) return "a path starts with a slash"
  if (path.includes("\\")) return "a backslash in a path means two things"
  const dots = path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return dots ? "a dot segment in a path means two things" : undefined
}

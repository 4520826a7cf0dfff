const special = /[&<>"']/
const each = /[&<>"']/g
const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Escapes a text between tags or in a quoted attribute. */
export function escapeText(text: string): string {
  return special.test(text) ? text.replace(each, (character) => names[character]!) : text
}

/** A value as JSON for a JSON element: nothing in it can end the element or begin a comment. */
export function escapeJson(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? "null"
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}

const followed: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"])

/** Whether URLs of a scheme are safe to follow: they execute no code. */
export function isFollowed(scheme: string): boolean {
  return followed.has(scheme.toLowerCase())
}

/**
 * Returns a URL that is safe to follow: relative, or of a scheme that executes no code. Any other becomes
 * `about:invalid`.
 */
export function safeUrl(url: string): string {
  // Browsers remove these characters before they parse the scheme.
  const seen = url.replace(/[\u0000-\u0020\u007f]/g, "")
  const scheme = /^([^/?#:]*):/.exec(seen)?.[1]
  return scheme === undefined || isFollowed(scheme) ? url : "about:invalid"
}

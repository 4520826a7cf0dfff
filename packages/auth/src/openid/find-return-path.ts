const base = "http://own.invalid"

/**
 * The path of this site that a text names, as it can be sent in `Location`; `undefined` if it names none. `//host`, `/\host`
 * and whatever becomes one of them are other hosts for a browser. An escaped slash at the beginning is rejected too: what is
 * between this server and the browser may decode it.
 */
export function findReturnPath(text: string): string | undefined {
  if (text.length > 2_048 || !/^\/[^\u0000-\u0020\u007f\\]*$/.test(text) || !text.isWellFormed())
    return undefined
  const url = URL.parse(text, base)
  if (url?.origin !== base || /^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

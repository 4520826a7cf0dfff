/** Whether a client would rather have JSON than HTML. Browsers name HTML; a client that names neither gets HTML. */
export function prefersJson(accept: string): boolean {
  return qualityOf(accept, "application/json") > qualityOf(accept, "text/html")
}

/** Whether a client asks for HTML by name, and would not rather have JSON. */
export function asksForHtml(accept: string): boolean {
  const html = qualityOf(accept, "text/html")
  return html > 0 && html >= qualityOf(accept, "application/json")
}

function qualityOf(accept: string, type: string): number {
  let best = 0
  for (const part of accept.toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((text) => text.trim())
    if (name !== type) continue
    const quality = parameters.find((parameter) => parameter.startsWith("q="))
    best = Math.max(best, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  return best
}

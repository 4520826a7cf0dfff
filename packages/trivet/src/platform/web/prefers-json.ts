/** Whether a client would rather have JSON than HTML. Browsers name HTML; a client that names neither gets HTML. */
export function prefersJson(accept: string): boolean {
  return qualityOf(accept, "application/json") > qualityOf(accept, "text/html")
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

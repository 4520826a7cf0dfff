import { adminSpellings } from "./admin-spellings.ts"

/** Spellings of a path that some server, proxy or browser treats as equal: those of `/admin`, and its own. */
export function spellingsOf(path: string): readonly string[] {
  const rest = path.slice(1)
  const last = path.lastIndexOf("/") + 1
  const [before, segment] = [path.slice(0, last), path.slice(last)]
  const inside = rest.indexOf("/") + 1
  return [
    ...new Set([
      ...adminSpellings.filter((one) => one.includes("admin")).map((one) => one.replaceAll("admin", rest)),
      before + escaped(segment.slice(0, 1)) + segment.slice(1),
      before + segment.slice(0, -1) + escaped(segment.slice(-1)),
      before + escaped(segment),
      before + escaped(segment).replaceAll("%", "%25"),
      `${before}./${segment}`,
      `${before}/${segment}`,
      `${before}x/../${segment}`,
      `${before}%2e/${segment}`,
      `${before};/${segment}`,
      path.toUpperCase(),
      before + segment.slice(0, 1).toUpperCase() + segment.slice(1),
      `/${escaped("/")}${rest}`,
      `/${rest.slice(0, inside)}%2f${rest.slice(inside)}`,
      path.replaceAll("/", "\\"),
      path.replaceAll("/", "%2f"),
    ]),
  ].filter((one) => one !== path)
}

function escaped(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
}

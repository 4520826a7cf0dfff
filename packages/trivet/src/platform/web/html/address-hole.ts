import { isFollowed } from "./escape.ts"

/** The placeholder for a value in the text of an attribute. */
export const holeMark = "\u0000"

/**
 * The kind of a value inside a URL; `undefined` if it would be code or could select code. `before` is the attribute's
 * text before it, as in the template.
 */
export function kindInAddress(before: string): "url" | "scheme" | "attribute" | undefined {
  const whole = before.replace(/&#?\w*$/, "")
  const [, start = "", end] = /^([^/?#:]*)([/?#:]?)/.exec(seenByBrowser(whole))!
  // The value would complete a character reference: `&#` and `106;avascript:` are `javascript:`.
  if (end === "" && whole !== before) return undefined
  if (end === "") return start === "" ? "url" : "scheme"
  return end === ":" && !isFollowed(start) ? undefined : "attribute"
}

/** Whether a value determines the scheme of a URL, as in `"${name}:more"`: it could be `javascript`. */
export function choosesScheme(address: string): boolean {
  return /^[^/?#:]*\0[^/?#:]*:/.test(seenByBrowser(address))
}

const references: Readonly<Record<string, string>> = {
  colon: ":",
  Tab: "\t",
  NewLine: "\n",
  sol: "/",
  bsol: "\\",
  quest: "?",
  num: "#",
}

/** The URL without character references and without characters that browsers remove before they parse the scheme. */
function seenByBrowser(text: string): string {
  return text
    .replace(
      /&(?:#x([\da-f]+)|#(\d+)|(\w+)(?=;));?/gi,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return Object.hasOwn(references, name) ? references[name]! : whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\ufffd"
      },
    )
    .replace(/[\u0001-\u0020\u007f]/g, "")
}

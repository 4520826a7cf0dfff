import { decodeEntities } from "./decode-entities.ts"

/** Matches attributes one after the other, so that the content of a quoted value is never parsed as an attribute. */
const attribute = /([^\s=]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g

/** Elements that start and end a line, and those that are surrounded by an empty line. */
const lines = new Set(
  "address,article,body,div,dd,dt,footer,form,header,li,main,nav,section,table,tr".split(","),
)
const paragraphs = new Set("blockquote,dl,h1,h2,h3,h4,h5,h6,hr,ol,p,pre,ul".split(","))
/** Elements whose content is not displayed. */
const hidden = new Set("head,script,style,template,title".split(","))

/** Converts the markup of a mail to text: paragraphs become lines, and links keep their addresses. */
export function textOfHtml(html: string): string {
  const text = new TextOfHtml()
  for (let at = 0; at < html.length;) {
    const next = html.indexOf("<", at + 1)
    const [, slash, name] = /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(at, at + 20)) ?? []
    const end =
      name !== undefined ? endOfTag(html, at) : html.startsWith("<!", at) ? endOfComment(html, at) : next
    const part = html.slice(at, end === -1 ? undefined : end)
    if (name !== undefined) text.tag(name.toLowerCase(), slash === "/", part.slice(name.length + 1, -1))
    else if (!part.startsWith("<!")) text.words(part)
    at = end === -1 ? html.length : end
  }
  return text.end()
}

/**
 * The end of a tag, whose quoted values may contain `>`. An unclosed tag extends to the end of the text, as in
 * browsers.
 */
function endOfTag(html: string, from: number): number {
  let quote: string | undefined
  for (let at = from; at < html.length; at++) {
    const character = html[at]!
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === ">") return at + 1
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

function endOfComment(html: string, from: number): number {
  const mark = html.startsWith("<!--", from) ? "-->" : ">"
  const end = html.indexOf(mark, from + 2)
  return end === -1 ? -1 : end + mark.length
}

class TextOfHtml {
  #text = ""
  /** Pending line breaks before the next word. */
  #breaks = 0
  /** Whether a space is pending before the next word. */
  #space = false
  /** The element whose content is being skipped. */
  #hidden: string | undefined
  #link: { readonly href: string; readonly from: number } | undefined

  words(source: string): void {
    if (this.#hidden !== undefined) return
    const text = decodeEntities(source)
    if (/^[ \t\r\n]/.test(text)) this.#space = true
    const words = text.split(/[ \t\r\n]+/).filter((word) => word !== "")
    if (words.length === 0) return
    this.#add(words.join(" "))
    this.#space = /[ \t\r\n]$/.test(text)
  }

  tag(name: string, isEnd: boolean, attributes: string): void {
    if (this.#hidden !== undefined) {
      if (isEnd && name === this.#hidden) this.#hidden = undefined
    } else if (hidden.has(name)) this.#hidden = isEnd ? undefined : name
    else if (name === "br") this.#breaks++
    else if (name === "a") this.#anchor(isEnd, attributes)
    else if (name === "img") this.#word(valueOf(attributes, "alt"))
    else if (name === "td" || name === "th") this.#space = true
    else if (paragraphs.has(name)) this.#break(2)
    else if (lines.has(name)) this.#break(1)
    if (name === "li" && !isEnd && this.#hidden === undefined) this.words("- ")
  }

  end(): string {
    return this.#text === "" ? "" : `${this.#text}\n`
  }

  #anchor(isEnd: boolean, attributes: string): void {
    const link = this.#link
    if (link !== undefined && link.href !== "") {
      const label = this.#text.slice(link.from).trim()
      // The address of a `mailto:` link is not repeated if it is the text of the link.
      if (label !== link.href && `mailto:${label}` !== link.href)
        this.#word(label === "" ? link.href : `(${link.href})`)
    }
    this.#link = isEnd ? undefined : { href: valueOf(attributes, "href"), from: this.#text.length }
  }

  #word(word: string): void {
    if (word === "") return
    this.#space = true
    this.#add(word)
  }

  #break(least: number): void {
    this.#breaks = Math.max(this.#breaks, least)
  }

  #add(words: string): void {
    const before = this.#breaks > 0 ? "\n".repeat(Math.min(2, this.#breaks)) : this.#space ? " " : ""
    this.#text += this.#text === "" ? words : before + words
    this.#breaks = 0
    this.#space = false
  }
}

function valueOf(attributes: string, wanted: string): string {
  for (const [, name, ...values] of attributes.matchAll(attribute))
    if (name!.toLowerCase() === wanted)
      return decodeEntities(values.find((value) => value !== undefined) ?? "").trim()
  return ""
}

import { Fault } from "../../fault/fault.ts"

/**
 * The headers of a reply, in order, with lower-case names. Names in arguments may be in any case. A name or a value with
 * a line break or another character that HTTP forbids throws the fault `HEADER_INVALID`.
 */
export class ReplyHeaders {
  /** Names and values alternately. */
  readonly list: string[] = []

  /** The first value of a header; `undefined` if it is not set. */
  get(name: string): string | undefined {
    const at = this.#find(name.toLowerCase(), 0)
    return at === -1 ? undefined : this.list[at + 1]
  }

  /** All values of a header. */
  all(name: string): readonly string[] {
    const wanted = name.toLowerCase()
    return this.list.filter((_, at) => at % 2 === 1 && this.list[at - 1] === wanted)
  }

  /** Sets a header and removes its earlier values. */
  set(name: string, value: string): this {
    // Checked first: an invalid value must not remove an earlier one.
    const text = checked(name, value)
    this.delete(name)
    this.list.push(name.toLowerCase(), text)
    return this
  }

  /** Adds a line of a header and keeps the earlier ones. */
  append(name: string, value: string): this {
    const text = checked(name, value)
    this.list.push(name.toLowerCase(), text)
    return this
  }

  /** Removes all lines of a header. */
  delete(name: string): this {
    const wanted = name.toLowerCase()
    for (let at = this.#find(wanted, 0); at !== -1; at = this.#find(wanted, at)) this.list.splice(at, 2)
    return this
  }

  /** Adds the headers of another list that are not set here. `Set-Cookie` and `Vary` are added in any case. */
  addMissing(others: ReplyHeaders): this {
    const own = new Set(this.list.filter((_, at) => at % 2 === 0))
    for (let at = 0; at < others.list.length; at += 2) {
      const name = others.list[at]!
      const value = others.list[at + 1]!
      // A value that is present was copied by an earlier call.
      if (!own.has(name) || (adding.has(name) && !this.list.includes(value))) this.list.push(name, value)
    }
    return this
  }

  #find(name: string, from: number): number {
    for (let at = from; at < this.list.length; at += 2) if (this.list[at] === name) return at
    return -1
  }
}

// Cookies do not replace one another, and `Vary` must list everything that a reply depends on.
const adding: ReadonlySet<string> = new Set(["set-cookie", "vary"])

function checked(name: string, value: string): string {
  const text = String(value)
  if (!headerName.test(name) || forbidden.test(text))
    throw new Fault("HEADER_INVALID", { header: JSON.stringify(name) })
  return text
}

/** A token of HTTP. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** What a value must not contain: control characters, except a tab, and characters outside of Latin-1. */
const forbidden = /[^\t\x20-\x7e\x80-\xff]/

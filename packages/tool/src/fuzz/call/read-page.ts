/** A field of a form. */
export interface FormField {
  readonly name: string
  /** `text`, `hidden`, `password`, `email`, `checkbox`, `textarea`, … */
  readonly type: string
  readonly value: string
  readonly required: boolean
}

/** A form of a page. */
export interface PageForm {
  readonly method: string
  /** The target: as written, `""` for the page itself. */
  readonly action: string
  readonly fields: readonly FormField[]
}

const tag = /<(form|input|textarea|select|button|\/form)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi

/**
 * The forms of a page, as far as a simple parser finds them. A button with an action of its own is one more form, with the
 * same fields.
 */
export function formsOf(html: string): readonly PageForm[] {
  const forms: (PageForm & { readonly fields: FormField[] })[] = []
  let open: (typeof forms)[number] | undefined
  for (const [, name = "", rest = ""] of html.matchAll(tag)) {
    const kind = name.toLowerCase()
    const attributes = attributesOf(rest)
    if (kind === "form") {
      const { method = "get", action = "" } = attributes
      open = { method: method.toUpperCase(), action, fields: [] }
      forms.push(open)
    } else if (kind === "/form") open = undefined
    else if (open !== undefined) {
      const { name: field, formaction: action, formmethod: method = open.method } = attributes
      if (field !== undefined) open.fields.push(fieldOf(kind, attributes))
      if (action !== undefined) forms.push({ method: method.toUpperCase(), action, fields: open.fields })
    }
  }
  return forms
}

/** The URLs of a page in `href`, `src` and `action`. */
export function linksOf(html: string): readonly string[] {
  const found = html.matchAll(/\b(?:href|src|action)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)
  return [...new Set([...found].map(([, double, single]) => decoded(double ?? single ?? "")))]
}

function fieldOf(kind: string, attributes: Readonly<Record<string, string>>): FormField {
  return {
    name: attributes["name"]!,
    type: kind === "input" ? (attributes["type"] ?? "text").toLowerCase() : kind,
    value: attributes["value"] ?? "",
    required: "required" in attributes,
  }
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)
  return Object.fromEntries(
    [...found].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decoded(double ?? single ?? bare ?? ""),
    ]),
  )
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
}

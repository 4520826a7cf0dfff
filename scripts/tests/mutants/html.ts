import { type Mutant, mutantsOf } from "./mutant.ts"

const web = "packages/trivet/src/platform/web"
const tests = [`${web}/html/html.test.ts`]

/** Where a template may hold a value, and how the value is escaped there. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${web}/html/compile-template.ts`, tests, [
    ["isData(place) && isJsonValue(before)", "isJsonValue(before)", "A value becomes code in a script."],
    ['place.pragma !== "" && ', "false && ", "A value sends the visitor to another site."],
    ["place.pragma = attribute", 'place.pragma ||= ""', "A value sends the visitor to another site."],
    [
      '      pragma: "",\n      attribute',
      "      attribute",
      "A harmless tag is rejected after an instruction.",
    ],
    [
      'state === "value" && !isCodeAttribute(tag, attribute)',
      'state === "value"',
      "A value becomes an event handler.",
    ],
    [
      "urlAttributes.has(place.attribute) && choosesScheme(place.before)",
      "false",
      "A value chooses the scheme of an address.",
    ],
  ]),
  ...mutantsOf(`${web}/html/address-hole.ts`, tests, [
    [
      'if (end === "" && whole !== before) return undefined',
      "",
      "A value ends a character reference and spells `javascript:`.",
    ],
    ["exec(seenByBrowser(whole))", "exec(whole)", "Character references hide `javascript:`."],
  ]),
  ...mutantsOf(`${web}/html/code-attributes.ts`, tests, [
    ['if (tag === "base" && attribute === "href") return true', "", "A value moves the scripts of a page."],
    ['attribute.startsWith("on") || ', "", "A value becomes an event handler."],
  ]),
  ...mutantsOf(`${web}/html/escape.ts`, tests, [
    ["/[<>&\\u2028\\u2029]/g", "/[>&\\u2028\\u2029]/g", "A value ends its JSON element."],
    ["const each = /[&<>\"']/g", 'const each = /[&<>"]/g', "A value ends an attribute in single quotes."],
  ]),
  ...mutantsOf(`${web}/html/html.ts`, tests, [
    ["escapeText(safeUrl(text))", "escapeText(text)", "An address runs code."],
    [
      'if (typeof value === "string") return escapeText(value)',
      'if (typeof value === "string") return value',
      "A text becomes markup.",
    ],
  ]),
]

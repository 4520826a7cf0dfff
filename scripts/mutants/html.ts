import { type Mutant, mutantsOf } from "./mutant.ts"

const web = "packages/trivet/src/platform/web"
const tests = [`${web}/html.test.ts`]

/** Where a template may hold a value, and how the value is escaped there. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${web}/compile-template.ts`, tests, [
    ["isData(place) && isJsonValue(before)", "isJsonValue(before)", "A value becomes code in a script."],
    ["isData(place) && isJsonValue(before)", "isData(place)", "A value ends a text of a JSON element."],
    ['place.instruction !== "" && ', "false && ", "A value sends the visitor to another site."],
    [
      "place.instruction = attribute",
      'place.instruction ||= ""',
      "A value sends the visitor to another site.",
    ],
    [
      '      instruction: "",\n      attribute',
      "      attribute",
      "A harmless tag is rejected after an instruction.",
    ],
    ["!plain.includes('\"') && ", "", "A value ends a text of a JSON element."],
    [
      "(?:[\\w.-]+\\+)?json$/.test(type)",
      "(?:[\\w.-]+\\+)?json/.test(type)",
      "A script of another type counts as data.",
    ],
    [
      'state === "raw" && tag === "script" && /^app',
      'state === "raw" && tag === "script" || /^app',
      "Every script counts as data.",
    ],
    [
      "place.type ??= before",
      "place.type = before",
      "A second `type`, which browsers ignore, makes a script data.",
    ],
    [
      "place.before += holeMark",
      'place.before += ""',
      "A value chooses the type of a script, or the scheme of an address.",
    ],
    [
      'state === "value" && !isCodeAttribute(tag, attribute)',
      'state === "value"',
      "A value becomes an event handler.",
    ],
    [
      'urlAttributes.has(attribute) ? kindInAddress(before) : "attribute"',
      '"attribute"',
      "An address runs code.",
    ],
    [
      'quote === "" && before === "" && /^',
      'quote === "" && /^',
      "A value goes on in an unquoted attribute.",
    ],
    [
      "urlAttributes.has(place.attribute) && choosesScheme(place.before)",
      "false",
      "A value chooses the scheme of an address.",
    ],
    [
      "const empty = /^-?>/.exec(text.slice(open + 4, open + 6))",
      'const empty = /^$a/.exec("")',
      "A value after an empty comment stands in a script.",
    ],
    ["--!?>", "-->", "A value after a comment's odd end stands in a script."],
    [
      'if (name === null && open === text.length - 1) place.state = "name"',
      "",
      "A value becomes the name of a tag.",
    ],
    ['  "style",\n', "", "A value becomes part of a style sheet."],
    [
      'type: undefined,\n      attribute: ""',
      'attribute: ""',
      "A script after a JSON element counts as data.",
    ],
  ]),
  ...mutantsOf(`${web}/address-hole.ts`, tests, [
    [
      'if (end === "" && whole !== before) return undefined',
      "",
      "A value ends a character reference and spells `javascript:`.",
    ],
    [
      'const whole = before.replace(/&#?\\w*$/, "")',
      "const whole = before",
      "A value ends a character reference and spells `javascript:`.",
    ],
    [
      'end === ":" && !isFollowed(start) ? undefined',
      'end === "!" ? undefined',
      "A value is code after `javascript:`.",
    ],
    ['start === "" ? "url" : "scheme"', '"scheme"', "An address at the start is not judged."],
    ['start === "" ? "url" : "scheme"', '"url"', "Two values spell `javascript:` together."],
    ["exec(seenByBrowser(whole))", "exec(whole)", "Character references hide `javascript:`."],
    ["test(seenByBrowser(address))", "test(address)", "A coded colon makes a value the scheme."],
    ['colon: ":",', "", "`&colon;` makes a value the scheme."],
    ["return code > 0", "return code > 90", "A colon by its number makes a value the scheme."],
  ]),
  ...mutantsOf(`${web}/code-attributes.ts`, tests, [
    ["if (!/^[a-z]/.test(attribute)) return true", "", "A value becomes code of a client-side library."],
    [
      "if (animations.has(tag) && animated.has(attribute)) return true",
      "",
      "An animation sets an address to `javascript:`.",
    ],
    ['"values", ', "", "An animation sets an address to `javascript:`."],
    ['"to", ', "", "An animation sets an address to `javascript:`."],
    ['"set",', "", "An animation sets an address to `javascript:`."],
    ['if (tag === "base" && attribute === "href") return true', "", "A value moves the scripts of a page."],
    ['attribute.startsWith("on") || ', "", "A value becomes an event handler."],
    ['"style", ', "", "A value becomes a style."],
    ['"srcdoc", ', "", "A value becomes a whole document."],
    ["x-|v-|", "v-|", "A value becomes code of Alpine."],
    ["hx-(?:on|vals", "hx-(?:vals", "A value becomes an event handler of htmx."],
    [" || evaluated.test(attribute)", "", "A value becomes code of a client-side library."],
  ]),
  ...mutantsOf(`${web}/escape.ts`, tests, [
    ["/[<>&\\u2028\\u2029]/g", "/[>&\\u2028\\u2029]/g", "A value ends its JSON element."],
    ["/[<>&\\u2028\\u2029]/g", "/[<>&]/g", "A value ends a line of JavaScript."],
    ["const each = /[&<>\"']/g", 'const each = /[&<>"]/g', "A value ends an attribute in single quotes."],
    [
      "scheme === undefined || isFollowed(scheme)",
      'scheme !== "javascript"',
      "An address of another scheme runs code.",
    ],
  ]),
  ...mutantsOf(`${web}/html.ts`, tests, [
    [
      'hole.kind === "json") return escapeJson(value)',
      'hole.kind === "json") return JSON.stringify(value)',
      "A value ends its JSON element.",
    ],
    ["escapeText(safeUrl(text))", "escapeText(text)", "An address runs code."],
    ['text.replaceAll(":", "%3A")', "text", "Two values spell `javascript:` together."],
    [
      'urlAttributes.has(name) ? "url" : "attribute"',
      '"attribute"',
      "An address as a whole attribute runs code.",
    ],
    [
      'if (typeof value === "string") return escapeText(value)',
      'if (typeof value === "string") return value',
      "A text becomes markup.",
    ],
  ]),
]

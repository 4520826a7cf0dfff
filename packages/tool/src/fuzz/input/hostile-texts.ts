/** A name that no application uses: if it is returned as markup, input was not escaped. */
export const mark = "xq7z"
/** The host of redirects in the input. It cannot exist. */
export const foreignHost = "xq7z.invalid"
/** A header that no application sends. */
export const injectedHeader = "x-xq7z"

/** Texts that become part of a page, a script or an attribute if they are not escaped. */
export const markupTexts: readonly string[] = [
  `<${mark} onfocus=hit()>`,
  `"><${mark}>`,
  `</textarea></title></script><${mark}>`,
  `" ${mark}="1`,
  `javascript:${mark}()`,
]

/** Texts that end a literal of a statement. */
export const statementTexts: readonly string[] = [
  "'",
  '"',
  "\\",
  "');--",
  "1;--",
  "%' OR '1'='1",
  "$1",
  "${1}",
]

/** The same in e-mail addresses that validation accepts. */
export const addressTexts: readonly string[] = ["o'q{{salt}}@fuzz.example", "o''q{{salt}}@fuzz.example"]

/** Characters that headers and old encodings cannot represent. */
export const foreignTexts: readonly string[] = ["Ωμέγα 名前", "🙂"]

/** Pairs of conditions, one always false and one always true, if quotes are not escaped. */
export const rowTexts: readonly (readonly [never: string, always: string])[] = [
  ["zq7x' OR '1'='2", "zq7x' OR '1'='1"],
  ["zq7x' OR 1=2 --", "zq7x' OR 1=1 --"],
  ["zq7x%' OR '1'='2' --", "zq7x%' OR '1'='1' --"],
  ["zq7x') OR ('1'='2", "zq7x') OR ('1'='1"],
  ['zq7x" OR "1"="2', 'zq7x" OR "1"="1'],
  ["-987654 OR 1=2", "-987654 OR 1=1"],
]

/** Texts that break code that parses, stores or prints them. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\uFFFE",
  "0",
  "-1",
  "1e999",
  "NaN",
  "9007199254740993",
  "99999999999999999999",
  "-2147483649",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "%",
  "%00",
  "%zz",
  "..",
  "${7*7}",
  "{{7*7}}",
  "2026-02-30",
  "//",
  "http://[",
  "(",
  "[",
  "*",
  "a".repeat(300),
  "\u{1F600}".repeat(40),
]

/** Longer than most columns, and shorter than the body limit. */
export const longText: string = "x".repeat(200_000)

/** Paths to files outside of a served folder. */
export const pathTexts: readonly string[] = [
  "../../../../../../../../../../etc/passwd",
  "..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
  "....//....//....//....//....//....//....//etc/passwd",
  "/etc/passwd",
  "file:///etc/passwd",
  "../package.json",
  "../../package.json",
  "../../../package.json",
  "package.json",
]

/** URLs that redirect a browser to another host, and an invalid one. */
export const redirectTexts: readonly string[] = [
  `https://${foreignHost}/`,
  `//${foreignHost}`,
  `/\\${foreignHost}`,
  `\\\\${foreignHost}`,
  `/\t/${foreignHost}`,
  `https:${foreignHost}`,
  "//[",
]

/** Texts that start a header of their own if line breaks are not rejected. */
export const lineTexts: readonly string[] = [
  `a\r\n${injectedHeader}: 1`,
  `a\n${injectedHeader}: 1`,
  `a\u560d\u560a${injectedHeader}: 1`,
]

/** Names of query parameters that are often used for redirects. */
export const redirectNames: readonly string[] = [
  "next",
  "return",
  "return_to",
  "returnTo",
  "redirect",
  "url",
  "to",
  "back",
  "continue",
]

/** Values of another type than a text. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  [],
  {},
  [[]],
  ["a", "b"],
  { a: 1 },
  { toString: 1 },
  { $ne: null },
  { length: 5 },
]

/** Bodies that no handler expects, whatever its schema is. */
export const oddBodies: readonly string[] = [
  "",
  "{",
  "null",
  "[]",
  '""',
  "0",
  "true",
  "[[]]",
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  `"${"x".repeat(2_000_000)}"`,
  '{"a":1,"a":2}',
  '{"\\ud800":1}',
  "\ufeff{}",
]

/** Headers that an application may read without validation. */
export const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { "content-type": "text/plain" },
  { "content-type": "multipart/form-data" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "application/x-www-form-urlencoded; charset=utf-7" },
  { accept: "text/html" },
  { accept: "application/problem+json" },
  { accept: ";;;,q=" },
  { "accept-language": "a".repeat(2_000) },
  { cookie: "=;;a=%zz; __proto__=1; session_id=" },
  { cookie: `session_id=${"a".repeat(3_000)}; sid='"; token=\\` },
  { "if-none-match": "*" },
  { "if-modified-since": "yesterday" },
  { range: "bytes=9999999-0,-1" },
  { "x-forwarded-for": "'; drop--, 999.1.1.1, ::::" },
  { "x-forwarded-host": foreignHost, "x-forwarded-proto": "https" },
  { "x-request-id": `<${mark}>`.repeat(40) },
  { "idempotency-key": "__proto__" },
  { "user-agent": `'"><${mark}>` },
  { referer: `http://127.0.0.1/"><${mark}>` },
  { authorization: "Bearer a.b.c" },
  { authorization: "Basic %%%" },
  { authorization: `Bearer ${"a".repeat(4_000)}` },
]

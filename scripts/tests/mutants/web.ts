import { type Mutant, mutantsOf } from "./mutant.ts"

const web = "packages/trivet/src/platform/web/web.ts"
const redirect = "packages/trivet/src/platform/web/redirect.ts"
const headers = "packages/trivet/src/http/security-headers.ts"
const webTests = ["packages/trivet/src/platform/web/web.test.ts"]
const redirectTests = ["packages/trivet/src/platform/web/redirect.test.ts"]
const headersTests = ["packages/trivet/src/http/security-headers.test.ts"]

/** Pages: the content security policy, redirects and the headers that protect a reply. */
export const mutants: readonly Mutant[] = [
  {
    file: web,
    search: "script-src ${own}",
    replace: "script-src ${own} 'unsafe-inline'",
    tests: webTests,
    why: "A browser without nonces runs injected scripts.",
  },
  {
    file: web,
    search: "base-uri 'none'; ",
    replace: "",
    tests: webTests,
    why: "An injected <base> sends the page's relative scripts and forms to another site.",
  },
  {
    file: web,
    search: "; frame-ancestors 'none'",
    replace: "",
    tests: webTests,
    why: "Another site frames the page and steals clicks.",
  },
  {
    file: "packages/trivet/src/platform/web/page.ts",
    search: 'crypto.randomUUID().replaceAll("-", "")',
    replace: '"0123456789abcdef0123456789abcdef"',
    tests: webTests,
    why: "Injected scripts carry a nonce that is known in advance.",
  },
  {
    file: "packages/trivet/src/platform/web/errors/failure.ts",
    search: "!production && told.status",
    replace: "told.status",
    tests: webTests,
    why: "The page for an error shows clients the message, the source and the stack in production.",
  },
  ...mutantsOf(redirect, redirectTests, [
    ["(?:\\/|%2f|%5c)", "(?:%2f|%5c)", "/.//host leads to another site."],
    ["(?:\\/|%2f|%5c)", "(?:\\/)", "A proxy decodes /%2fhost, and the browser goes to another site."],
    ["\\u0000-\\u0020\\u007f\\\\]*$", "]*$", "A browser drops tabs from /\\t/host and goes to another site."],
  ]),
  {
    file: headers,
    search: '"x-content-type-options": "nosniff",',
    replace: "",
    tests: headersTests,
    why: "A browser guesses the type of a reply.",
  },
  {
    file: headers,
    search: "= ctx.secure ?",
    replace: "= !ctx.secure ?",
    tests: headersTests,
    why: "HSTS is not sent over HTTPS.",
  },
]

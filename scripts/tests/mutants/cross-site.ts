import type { Mutant } from "./mutant.ts"

const csrf = "packages/auth/src/csrf.ts"
const csrfTests = ["packages/auth/src/csrf.test.ts"]

/** Requests from pages of other sites. */
export const mutants: readonly Mutant[] = [
  {
    file: csrf,
    search: '["GET", "HEAD", "OPTIONS"]',
    replace: '["GET", "HEAD", "OPTIONS", "POST"]',
    tests: csrfTests,
    why: "A form of another site is carried out.",
  },
  {
    file: csrf,
    search: "return !hasCookie && hasHeaderCredential(ctx) ?",
    replace: "return !hasCookie ?",
    tests: csrfTests,
    why: "A form of another site signs its visitor in to the attacker's account.",
  },
  {
    file: csrf,
    search: "return !hasCookie && hasHeaderCredential(ctx) ?",
    replace: "return hasHeaderCredential(ctx) ?",
    tests: csrfTests,
    why: "A request with a session cookie passes with any token beside it.",
  },
  {
    file: csrf,
    search: "if (trusted.has(origin)) return false",
    replace: "if ([...trusted].some((one) => origin.startsWith(one))) return false",
    tests: csrfTests,
    why: "An origin that begins like a trusted one passes.",
  },
  {
    file: csrf,
    search: 'site !== "same-origin" && site !== "none"',
    replace: 'site === "cross-site"',
    tests: csrfTests,
    why: "Another host of the same site passes, and so does an unknown word.",
  },
  {
    file: csrf,
    search: 'return origin !== "" && !isOwn',
    replace: 'return origin !== "" && origin !== "null" && !isOwn',
    tests: csrfTests,
    why: "A sandboxed frame passes.",
  },
  {
    file: csrf,
    search: "origin === `https://${host}`",
    replace: "origin.startsWith(`https://${host}`)",
    tests: csrfTests,
    why: "An origin that begins like this host passes.",
  },
]

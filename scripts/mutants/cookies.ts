import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"

/** Cookies that are set, and the headers of a reply. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${context}/cookie.ts`,
    [`${context}/cookie.test.ts`],
    [
      ["options.httpOnly ?? true", "options.httpOnly === true", "An injected script reads the session."],
      [
        'options.sameSite ?? "Lax"',
        'options.sameSite ?? "None"',
        "Another site's requests carry the session.",
      ],
      ["SameSite=${options.sameSite", "SameSite=${undefined", "A cookie that asked for Strict is Lax."],
      [
        'if (options.secure === true) attributes.push("Secure")\n',
        "\n",
        "The session is sent over an unencrypted connection.",
      ],
      ['options.path ?? "/"', '"/"', "A cookie for one path is sent to all."],
      [
        "if (options.domain !== undefined) attributes",
        "attributes",
        "A cookie without a domain gets one, and is sent to all subdomains.",
      ],
      ["/^[\\w!#$%&'*.^`|~+-]+$/.test(name)", "/^[^;]+$/.test(name)", "A name sets another cookie."],
      [
        "/^[\\w!#$%&'*.^`|~+-]+$/.test(name)",
        "/^[\\w!#$%&'*.^`|~+-]+/.test(name)",
        "A name adds attributes.",
      ],
      [
        "encodeURIComponent(value.toWellFormed())",
        "value.toWellFormed()",
        "A value adds attributes, such as Domain.",
      ],
      [
        "encodeURIComponent(value.toWellFormed())",
        "encodeURIComponent(value)",
        "Half of a surrogate pair becomes 500.",
      ],
      ["/[;\\0-\\x1f\\x7f]/.test(text)", "/[\\0-\\x1f\\x7f]/.test(text)", "A path adds attributes."],
      ["/[;\\0-\\x1f\\x7f]/.test(text)", 'text.includes(";")', "A path adds a header line."],
      [
        "Number.isFinite(given) ?",
        "given !== undefined ?",
        "`Max-Age=NaN`: the cookie's lifetime is the browser's guess.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/call.ts`,
    [`${context}/call.test.ts`],
    [
      [
        "this.secure || this.settings.production",
        "this.secure",
        "Behind a proxy that ends TLS, cookies are not Secure.",
      ],
      [
        "this.secure || this.settings.production",
        "this.settings.production",
        "Over HTTPS outside of production, cookies are not Secure.",
      ],
      [
        'new ReplyHeaders()).append(\n      "set-cookie"',
        'new ReplyHeaders()).set(\n      "set-cookie"',
        "A second cookie removes the session that was just set.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/reply-headers.ts`,
    [`${context}/reply-headers.test.ts`],
    [
      ["(code < 0x20 && code !== 0x09)", "code === 0x0d", "A line feed in a value adds a header line."],
      ["(code < 0x20 && code !== 0x09)", "code === 0x0a", "A carriage return in a value adds a header line."],
      [" || code > 0xff) return false", ") return false", "U+560D is written as a carriage return."],
      ["code === 0x7f || code > 0xff", "code > 0xff", "A control character reaches the client."],
      ["!isHeaderName(name) || ", "", "A name adds a header line."],
      [
        "code <= 0x20 || code >= 0x7f",
        "code <= 0x0d || code >= 0x7f",
        "A space in a name hides a header from a proxy.",
      ],
      ["code <= 0x20 || code >= 0x7f", "code <= 0x20", "A name is not ASCII: two readers see two names."],
      [" || separators.includes(name[at]!)", "", "A colon in a name makes another header."],
      [
        'if (name === "") return false\n',
        "\n",
        "A header without a name: proxies disagree on where the head ends.",
      ],
      [
        "const text = checked(name, value)\n    this.delete(name)",
        "this.delete(name)\n    const text = checked(name, value)",
        "A rejected value removes X-Frame-Options.",
      ],
      [
        "append(name: string, value: string): this {\n    const text = checked(name, value)",
        "append(name: string, value: string): this {\n    const text = value",
        "An appended value splits the reply.",
      ],
      ["this.delete(name)\n", "\n", "Two lines of one header: a browser and a proxy choose different ones."],
      [
        'new Set(["set-cookie", "vary"])',
        'new Set(["set-cookie"])',
        "A cache gives one user's reply to another.",
      ],
      ['new Set(["set-cookie", "vary"])', 'new Set(["vary"])', "A cookie that a middleware set is lost."],
      [
        "if (!own.has(name) || (adding.has(name)",
        "if (own.has(name) || (adding.has(name)",
        "The security headers that middlewares set are lost.",
      ],
    ],
  ),
]

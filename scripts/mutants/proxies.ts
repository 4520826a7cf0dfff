import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"
const tests = [`${context}/trusted-proxies.test.ts`]

/** The client's address and scheme behind proxies, which limits and Secure cookies rely on. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${context}/trusted-proxies.ts`, tests, [
    ["while (isTrusted(client))", "for (;;)", "Any client names its own address and escapes limits."],
    ["told.pop()", "told.shift()", "A client names its own address through a proxy."],
    [
      "if (parseIpAddress(next) === undefined) break",
      'if (next === "") break',
      "A client's address is any text, in logs and keys of limits.",
    ],
    [
      "if (incoming.secure || !isTrusted(incoming.address)) return incoming.secure",
      "if (incoming.secure) return true",
      "Any client claims HTTPS.",
    ],
    ["told.at(-1)!", "told[0]!", "A client claims HTTPS through a proxy."],
    ["\\d{1,3})", "[^/]*)", "`10.0.0.0/` trusts every address."],
    [" || bits > most", "", "A misspelt network is accepted, and nobody knows whom it trusts."],
    ["bits: bits + offset", "bits", "One trusted IPv4 address trusts them all."],
    ["address === undefined || bits", "bits", "A misspelt proxy is accepted at boot and fails each request."],
  ]),
  ...mutantsOf(`${context}/ip-address.ts`, tests, [
    ["part < 256", "part < 1000", "`1.2.3.400` is taken for an address."],
    [
      'if (!/^[\\da-f:.]{2,45}$/i.test(text) || !text.includes(":")) return undefined',
      'if (!text.includes(":")) return undefined',
      "The URL parser reads texts that are no address.",
    ],
    [
      "Math.min(Math.max(bits - at * 16, 0), 16)",
      "bits > at * 16 ? 16 : 0",
      "A network is compared by whole groups only.",
    ],
    [
      "[0, 0, 0, 0, 0, 0xffff, a",
      "[0, 0, 0, 0, 0, 0, a",
      "A trusted IPv4 proxy is a stranger on a dual-stack socket.",
    ],
  ]),
]

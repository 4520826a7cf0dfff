import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"
const tests = [`${context}/request/trusted-proxies.test.ts`]

/** The client's address and scheme behind proxies, which limits and Secure cookies rely on. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${context}/request/trusted-proxies.ts`, tests, [
    ["while (isTrusted(client))", "for (;;)", "Any client names its own address and escapes limits."],
    ["told.pop()", "told.shift()", "A client names its own address through a proxy."],
    [
      "if (incoming.secure || !isTrusted(incoming.address)) return incoming.secure",
      "if (incoming.secure) return true",
      "Any client claims HTTPS.",
    ],
    ["bits: bits + offset", "bits", "One trusted IPv4 address trusts them all."],
  ]),
  ...mutantsOf(`${context}/request/ip-address.ts`, tests, [
    [
      "Math.min(Math.max(bits - at * 16, 0), 16)",
      "bits > at * 16 ? 16 : 0",
      "A network is compared by whole groups only.",
    ],
  ]),
]

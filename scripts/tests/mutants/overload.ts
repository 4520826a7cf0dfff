import type { Mutant } from "./mutant.ts"

const node = "packages/trivet/src/engine/node"
const shareTests = [`${node}/shares.test.ts`]
const readerTests = [`${node}/connection/slow-readers.test.ts`]
const uploadTests = [`${node}/connection/slow-uploads.test.ts`]
const hostTests = ["packages/tool/src/dev/guard-host.test.ts"]
const devTests = ["packages/tool/src/dev/dev.test.ts"]

const of =
  (file: string, tests: readonly string[], slow?: true) =>
  (search: string, replace: string, why: string): Mutant => ({
    file,
    search,
    replace,
    tests,
    why,
    ...(slow && { slow }),
  })

const readers = of(`${node}/connection/slow-readers.ts`, readerTests)
const uploads = of(`${node}/connection/slow-uploads.ts`, uploadTests)
const calls = of(`${node}/overload/call-shares.ts`, shareTests, true)
const shares = of(`${node}/connection/connection-shares.ts`, shareTests, true)
const clients = of(`${node}/connection/client-of.ts`, shareTests, true)
const overload = of(`${node}/overload/overload.ts`, shareTests, true)
const connections = of(`${node}/connection/connections.ts`, shareTests, true)
const host = of("packages/tool/src/dev/guard-host.ts", hostTests)

/** What one client may take from others: places, memory, time. And which hosts a server in development answers to. */
export const mutants: readonly Mutant[] = [
  readers(
    'if (this.#now - before.at > readerPatience) return "slow"',
    "",
    "A client that never reads holds its reply for ever.",
  ),
  uploads(
    "return now - before.at > uploadPatience",
    "return now < 0",
    "A client that sends a byte a second holds a handler.",
  ),
  calls("if (this.#of(client) >= most) return client", "", "One client takes every place in flight."),
  shares(
    "if (client !== undefined && (this.#counts.get(client) ?? 0) >= Math.max(1, this.#most / 4)) return false",
    "",
    "One client takes every connection.",
  ),
  clients(
    "return clientOf(proxies.addressOf({ address, header: (name) => headerOf(request, name) }))",
    "return clientOf(address)",
    "One client behind a trusted proxy takes every place in flight.",
  ),
  overload("|| open >= this.#bound", "", "Calls in flight have no limit."),
  connections(
    "if (this.#open.size < this.#limits.most) return true",
    "return true",
    "Connections have no limit: descriptors run out, and nothing can be opened.",
  ),
  host(
    'plain.endsWith(".localhost")',
    'plain.endsWith("localhost")',
    "A page of evil-localhost reads a server in development.",
  ),
  host(
    "allowed.includes(plain)",
    "allowed.some((name) => plain.endsWith(name))",
    "A page of any name reads a server in development.",
  ),
  host(
    "isIP(plain) !== 0 ||",
    "/^[\\d.]+/.test(plain) ||",
    "A name that begins like an address reads a server in development.",
  ),
  host(
    "responseOn(answered, request), host)\n    return true",
    "responseOn(answered, request), host)\n    return emit.apply(this, event)",
    "The application carries out a request that was rejected.",
  ),
  host('"checkContinue", ', "", "A page of any name sends what it likes to a server in development."),
  host(', "upgrade"', "", "A page of any name opens sockets of a server in development."),
  of("packages/tool/src/dev/dev-preload.ts", devTests, true)(
    "if (process.env[devVariable] !== undefined) guardHosts",
    "if (process.env[devVariable] === undefined) guardHosts",
    "Any page reads a server in development (DNS rebinding).",
  ),
]

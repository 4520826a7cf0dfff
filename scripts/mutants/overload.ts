import type { Mutant } from "./mutant.ts"

const node = "packages/trivet/src/engine/node"
const shareTests = [`${node}/shares.test.ts`]
const readerTests = [`${node}/connection/slow-readers.test.ts`]
const uploadTests = [`${node}/connection/slow-uploads.test.ts`]
const warningTests = [`${node}/connection/warn-of-proxy.test.ts`]
const slowReaderTests = ["packages/trivet/tests/load/slow-readers.test.ts"]
const slowClientTests = ["packages/trivet/tests/load/slow-clients.test.ts"]
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
const warning = of(`${node}/connection/warn-of-proxy.ts`, warningTests)
const host = of("packages/tool/src/dev/guard-host.ts", hostTests)

/** What one client may take from others: places, memory, time. And which hosts a server in development answers to. */
export const mutants: readonly Mutant[] = [
  readers(
    'if (this.#now - before.at > readerPatience) return "slow"',
    "",
    "A client that never reads holds its reply for ever.",
  ),
  readers(
    "taken - before.taken >= leastTaken",
    "taken >= before.taken",
    "A client that reads nothing is taken for one that does.",
  ),
  readers(
    "const readerPatience = 30_000",
    "const readerPatience = 10_000",
    "A client that reads 100 KB/s is cut off.",
  ),
  readers(
    "const taken = bytesWritten - bytes",
    "const taken = bytesWritten",
    "A client that reads slowly but steadily is cut off.",
  ),
  readers(
    "const mostWaiting = 256 *",
    "const mostWaiting = 4_096 *",
    "Replies that nobody reads fill the memory.",
  ),
  readers(
    "one.since - other.since",
    "other.since - one.since",
    "Under pressure those are cut off that read most lately.",
  ),
  readers(
    "if (this.#now - before.at > shortPatience) this.#waiting",
    "this.#waiting",
    "Under pressure a client that pauses shortly is cut off.",
  ),
  readers("this.#bytes -= bytes", "", "Under pressure all are cut off instead of some."),
  uploads(
    "return now - before.at > uploadPatience",
    "return now < 0",
    "A client that sends a byte a second holds a handler.",
  ),
  uploads(
    "socket.bytesRead - before.bytes >= fewestBytes",
    "socket.bytesRead > before.bytes",
    "A client that sends a byte a second holds a handler.",
  ),
  uploads(
    "const fewestBytes = 600",
    "const fewestBytes = 60",
    "A client that sends some bytes a second holds a handler.",
  ),
  uploads(
    "const uploadPatience = 8_500",
    "const uploadPatience = 85_000",
    "Slow clients hold handlers ten times as long.",
  ),
  uploads("before?.response !== response ||", "", "The first look at a body fails."),
  of(`${node}/connection/connections.ts`, slowReaderTests, true)(
    'if (reading === "slow") socket.resetAndDestroy()',
    'if (reading === "slow") connection.reading = undefined',
    "A client that never reads holds its connection for ever.",
  ),
  of(`${node}/connection/connections.ts`, slowReaderTests, true)(
    "      if (closed++ >= mostClosed) break\n      socket.resetAndDestroy()",
    "      if (closed++ >= mostClosed || socket) break",
    "Replies that nobody reads fill the memory.",
  ),
  of(`${node}/connection/connections.ts`, slowClientTests, true)(
    "else writeRejection(socket, 408, this.#limits.bodies, response)",
    "else connection.last = false",
    "Slow clients are never closed.",
  ),
  calls("if (this.#of(client) >= most) return client", "", "One client takes every place in flight."),
  calls(
    "now - this.#countedAt > freshToReject) this.#count(response, now)",
    "now < 0) this.#count(response, now)",
    "A client's short calls count on when they are over.",
  ),
  calls(
    "response === except ? undefined : ",
    "",
    "A call counts twice, and clients get less than their share.",
  ),
  calls(
    "if (now - this.#countedAt > freshToAdmit)",
    "if (this.#countedAt < 0)",
    "Calls that came while nobody counted are not seen.",
  ),
  shares(
    "if (client !== undefined && (this.#counts.get(client) ?? 0) >= Math.max(1, this.#most / 4)) return false",
    "",
    "One client takes every connection.",
  ),
  shares(
    "for (const other of open) this.#count(other)",
    "",
    "Connections that came while nobody counted are not seen: one client takes every one.",
  ),
  shares(
    "if (count > 1) this.#counts.set(client!, count - 1)",
    "if (count > 1) this.#counts.set(client!, count)",
    "A client that closed its connections gets no further one.",
  ),
  shares(
    "if (open.size < this.#most / 2) return true",
    "if (open.size < this.#most) return true",
    "One client takes every connection.",
  ),
  clients(
    'address === "" || proxies?.trusts(address) === true',
    'address === ""',
    "All clients of a trusted proxy share one client's part.",
  ),
  clients(
    "return clientOf(proxies.addressOf({ address, header: (name) => headerOf(request, name) }))",
    "return clientOf(address)",
    "One client behind a trusted proxy takes every place in flight.",
  ),
  overload(
    "this.#inFlight < this.#crowded",
    "this.#inFlight < this.#bound",
    "One client takes every place in flight.",
  ),
  overload(
    "if (client !== undefined) return this.#reject(now, client)",
    "",
    "One client takes every place in flight.",
  ),
  overload(
    "this.#crowded = inFlight / 2",
    "this.#crowded = inFlight",
    "One client takes every place in flight.",
  ),
  overload(
    "Math.max(1, inFlight / 4)",
    "Math.max(1, inFlight)",
    "A second client takes all places that are left.",
  ),
  overload("|| open >= this.#bound", "", "Calls in flight have no limit."),
  overload(
    "Math.min(this.#connections.uploads, this.#most)",
    "this.#connections.uploads",
    "Uploads have no limit: each holds memory and a handler.",
  ),
  overload(
    "this.#most + Math.min(",
    "this.#most + 0 * Math.min(",
    "Some slow uploads have all other calls refused.",
  ),
  overload("...(client !== undefined && { client }),", "", "The log does not say who takes all places."),
  connections(
    "if (this.#open.size < this.#limits.most) return true",
    "return true",
    "Connections have no limit: descriptors run out, and nothing can be opened.",
  ),
  connections(
    "if (!isIdle(socket[key]!, now)) continue",
    "",
    "A flood of connections closes those whose calls are being answered.",
  ),
  connections(
    "if (now - this.#noneIdleAt < idleLookout) return false\n    for",
    "return false\n    for",
    "Idle connections keep new clients out.",
  ),
  connections(
    "shares.closed(socket, this.#open.size)\n      socket.destroy()",
    "shares.closed(socket, this.#open.size)",
    "A connection for which there is no place stays open.",
  ),
  of(`${node}/connection/max-connections.ts`, shareTests, true)(
    "if (wanted >= 1) return wanted",
    "if (wanted !== undefined) return wanted",
    "A misspelt limit closes all connections, or none.",
  ),
  warning(
    "&& proxies?.trusts(address) !== true",
    "&& proxies === undefined",
    "A proxy that the list does not name is not warned of.",
  ),
  warning("if (isNews || --left === 0)", "if (--left === 0)", "A client fills the log."),
  warning("--left === 0", "--left < -1e9", "Every request pays for a look that finds nothing."),
  warning('"x-forwarded-for", ', "", "Nobody is told that all clients count as one."),
  warning(
    "names.has(name.toLowerCase())",
    "names.has(name)",
    "Nobody is told that all clients count as one.",
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

import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { parseArgs } from "node:util"
import { median, shuffle, spread, table } from "../figures.ts"
import { cpuTimeOf } from "../http/cpu-time.ts"
import { runWrk } from "../http/run-wrk.ts"
import { levelTables } from "./levels.ts"
import { sizes } from "./posts.ts"
import { startWays, type Way } from "./ways.ts"

// npm run bench:compress -- [--rounds 9] [--seconds 1] [--levels]: compress() against nginx and HAProxy.
const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "1" },
    levels: { type: "boolean", default: false },
  },
})
const [rounds, seconds] = [Number(flags.rounds), Number(flags.seconds)]
const clientCore = 1

if (flags.levels) console.log(`${rounds} rounds, Node ${process.version}\n\n${levelTables(rounds)}`)
else {
  for (const program of ["wrk", "nginx", "haproxy", "openssl"])
    if (spawnSync(program, ["-v"]).error !== undefined) {
      console.error(`This bench needs the program ${program}: install Debian's package "${program}".`)
      process.exit(2)
    }
  const ways = await startWays()
  try {
    console.log(`${rounds} rounds of ${seconds} s, in turn, Node ${process.version}`)
    for (const kilobytes of sizes) console.log(`\n${await measureSize(ways.list, kilobytes)}`)
  } finally {
    await ways.stop()
  }
}

/** The CPU time of a request on each way, and the bytes of its reply, as a table. */
async function measureSize(list: readonly Way[], kilobytes: number): Promise<string> {
  const path = `/posts/${kilobytes}`
  const samples = new Map(list.map(({ name }) => [name, [] as number[]]))
  for (const way of list) await measure(way, path)
  for (let round = 0; round < rounds; round++)
    for (const way of shuffle(list)) samples.get(way.name)!.push(await measure(way, path))
  const plain = samples.get("Trivet, plain")!
  const rows: string[][] = []
  for (const way of list) {
    const own = samples.get(way.name)!
    const ratios = own.map((cpu, round) => cpu / plain[round]!)
    rows.push([
      way.name,
      String(await bytesOf(way, path)),
      median(own).toFixed(0),
      median(ratios).toFixed(2),
      spread(ratios, 2),
    ])
  }
  const head = [
    `${kilobytes} KB of JSON`,
    "bytes sent",
    "µs CPU, all processes",
    "of Trivet, plain",
    "p25–p75",
  ]
  return table(head, rows)
}

/** Microseconds of CPU time for one request, in all processes of a way. */
async function measure({ url, accept, pids }: Way, path: string): Promise<number> {
  process.env["COMPRESS_ACCEPT"] = accept
  const time = () => pids.reduce((sum, pid) => sum + cpuTimeOf(pid), 0)
  const before = time()
  const { requests } = await runWrk(
    url,
    { path, script: "../../compress/wrk/accept.lua" },
    seconds,
    clientCore,
  )
  return (time() - before) / 1000 / requests
}

/** What one reply takes on the wire, head included. */
async function bytesOf({ url, accept }: Way, path: string): Promise<number> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), "127.0.0.1").resume()
  const header = accept === "" ? "" : `Accept-Encoding: ${accept}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`)
  await once(socket, "close")
  return socket.bytesRead
}

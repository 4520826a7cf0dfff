import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { startWorkerd } from "../../packages/trivet/tests/edge/start-workerd.ts"
import { bundle } from "../../scripts/packages/packed/bundle.ts"
import { packedFolder } from "../../scripts/packages/packed/packed-folder.ts"
import { median, shuffle, spread, table } from "../figures.ts"
import { cpuTimeOf } from "../http/cpu-time.ts"

// npm run bench:edge [-- --rounds 40]: the bundle of a hello application for workerd, and the first reply of a new isolate:
// loading the bundle, creating the application, answering. CPU time is that of workerd; other load hardly changes it.
const at = process.argv.indexOf("--rounds")
const rounds = at === -1 ? 40 : Number(process.argv[at + 1])

const fileOf = (name: string) => JSON.stringify(join(import.meta.dirname, `workers/${name}.ts`))
const exported = (name: string) => `export { default } from ${fileOf(name)}`

/** What each contender deploys. */
const programs: Readonly<Record<string, string>> = {
  bare: exported("bare"),
  hono: exported("hono"),
  "trivet-api": exported("trivet-api"),
  "trivet-web": exported("trivet-web"),
  // The page is part of the bundle, and is not opened.
  "trivet-api-openapi": `
    import { openapi } from "@trivet/openapi"
    import { createApp, module } from "trivet"
    import { api } from "trivet/api"
    import { toFetch } from "trivet/fetch"
    import { HelloModule } from ${fileOf("hello-module")}
    const imports = [HelloModule, openapi({ title: "Hello", version: "1.0.0", inProduction: true })]
    const App = module({ name: "app", imports })
    export default { fetch: toFetch(() => createApp(App, { platform: api() })) }`,
}
const contenders = Object.keys(programs)

/** Loads a program into a new isolate for each id. */
const loader = `
  export default {
    async fetch(request, env) {
      const [, name, id, path] = new URL(request.url).pathname.match(/^\\/([^/]+)\\/([^/]+)(\\/.*)$/)
      const worker = env.LOADER.get(name + id, () => ({
        compatibilityDate: "2026-07-01",
        mainModule: "worker.js",
        modules: { "worker.js": env[name] },
        env: {},
      }))
      return worker.getEntrypoint().fetch(new Request("http://worker.example" + path))
    },
  }
`

async function bundled(code: string): Promise<string> {
  const folder = await packedFolder("trivet", "@trivet/openapi")
  return (await bundle({ code, folder }, { format: "esm", minify: true })).code
}

const bundles = new Map<string, string>()
for (const [name, code] of Object.entries(programs)) bundles.set(name, await bundled(code))

const workerd = await startWorkerd({
  loader: { script: loader, workerLoaders: { LOADER: {} }, bindings: Object.fromEntries(bundles) },
})

// Miniflare starts one process.
const pid = Number(readFileSync(`/proc/self/task/${process.pid}/children`, "utf8"))

interface Sample {
  readonly elapsed: number
  readonly cpu: number
}

async function sample(name: string, id: string): Promise<Sample> {
  const began = performance.now()
  const used = cpuTimeOf(pid)
  const reply = await fetch(`http://127.0.0.1:${workerd.ports["loader"]}/${name}/${id}/hello/ada`)
  const text = await reply.text()
  const cpu = (cpuTimeOf(pid) - used) / 1e6
  if (text !== '{"hello":"ada"}') throw new Error(`${name} answered ${reply.status} ${text}`)
  return { elapsed: performance.now() - began, cpu }
}

const first = new Map(contenders.map((name) => [name, [] as Sample[]]))
const second = new Map(contenders.map((name) => [name, [] as Sample[]]))
for (const name of contenders) await sample(name, "warm-up")
for (let round = 0; round < rounds; round++)
  // In an order left to chance, so that whatever else the machine does falls on all alike.
  for (const name of shuffle(contenders)) {
    first.get(name)!.push(await sample(name, String(round)))
    second.get(name)!.push(await sample(name, String(round)))
  }
await workerd.stop()

const rows = contenders.map((name) => {
  const cpu = first.get(name)!.map((one) => one.cpu)
  const elapsed = first.get(name)!.map((one) => one.elapsed)
  return [
    name,
    (bundles.get(name)!.length / 1000).toFixed(1),
    (gzipSync(bundles.get(name)!, { level: 9 }).length / 1000).toFixed(1),
    median(cpu).toFixed(1),
    spread(cpu, 1),
    median(elapsed).toFixed(1),
    spread(elapsed, 1),
    median(second.get(name)!.map((one) => one.cpu)).toFixed(2),
  ]
})
const head = ["", "KB", "KB gzip", "first, ms CPU", "p25–p75", "first, ms", "p25–p75", "second, ms CPU"]
console.log(`${rounds} new isolates each, workerd through Miniflare, Node ${process.version}\n`)
console.log(table(head, rows))

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import type { ObjectStore } from "./object-store.ts"
import { freePorts, runProgram, ServerProcess, waitForPort } from "./server-process.ts"

const kinds = ["account", "container", "object"] as const

/** OpenStack Swift with its `s3api`: one server of each kind, and logins without memcached. */
export class PrivateSwift implements ObjectStore {
  readonly name = "Swift"
  readonly url: string
  readonly #folder: string
  readonly #port: number
  readonly #proxy: ServerProcess
  readonly #others: readonly ServerProcess[]

  private constructor(folder: string, port: number, proxy: ServerProcess, others: readonly ServerProcess[]) {
    this.#folder = folder
    this.#port = port
    this.#proxy = proxy
    this.#others = others
    this.url = `s3://test%3Atester:testing@127.0.0.1:${port}/files/app`
  }

  /** Starts it on free ports. */
  static async start(): Promise<PrivateSwift> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-swift-"))
    const [port, ...ports] = (await freePorts(4)) as [number, ...number[]]
    mkdirSync(join(folder, "disks/one"), { recursive: true })
    // Read before the configurations of the servers; each server is told this folder.
    writeFileSync(
      join(folder, "swift.conf"),
      "[swift-hash]\nswift_hash_path_suffix = trivet\n[storage-policy:0]\nname = one\ndefault = yes\n",
    )
    const user = userInfo().username
    const others: ServerProcess[] = []
    for (const [at, kind] of kinds.entries()) {
      const builder = join(folder, `${kind}.builder`)
      await runProgram("swift-ring-builder", [builder, "create", "2", "1", "1"])
      await runProgram("swift-ring-builder", [builder, "add", `r1z1-127.0.0.1:${ports[at]}/one`, "1"])
      await runProgram("swift-ring-builder", [builder, "rebalance"])
      const conf = join(folder, `${kind}.conf`)
      writeFileSync(conf, serverConfiguration(kind, folder, ports[at]!, user))
      const server = new ServerProcess(`swift-${kind}-server`, [conf, "-v"], join(folder, `${kind}.log`))
      server.start()
      await waitForPort(ports[at]!, server)
      others.push(server)
    }
    writeFileSync(join(folder, "trivet_cache.py"), cache)
    const conf = join(folder, "proxy.conf")
    writeFileSync(conf, proxyConfiguration(folder, port, user))
    const proxy = new ServerProcess("swift-proxy-server", [conf, "-v"], join(folder, "proxy.log"), {
      PYTHONPATH: folder,
    })
    proxy.start()
    await waitForPort(port, proxy)
    return new PrivateSwift(folder, port, proxy, others)
  }

  async restart(): Promise<void> {
    this.#proxy.start()
    await waitForPort(this.#port, this.#proxy)
  }

  kill(): Promise<void> {
    return this.#proxy.stop()
  }

  freeze(): void {
    this.#proxy.freeze()
  }

  thaw(): void {
    this.#proxy.thaw()
  }

  async stop(): Promise<void> {
    for (const one of [this.#proxy, ...this.#others]) await one.stop("SIGTERM")
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** `tempauth` demands a cache. One process needs no memcached for it. */
const cache = `
class Cache:
    def __init__(self): self.values = {}
    def get(self, key, *args, **more): return self.values.get(key)
    def set(self, key, value, *args, **more): self.values[key] = value
    def delete(self, key, *args, **more): self.values.pop(key, None)
    def incr(self, key, delta=1, *args, **more):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]
def filter_factory(global_conf, **conf):
    cache = Cache()
    def make(app):
        def run(env, start):
            env['swift.cache'] = cache
            return app(env, start)
        return run
    return make
`

function common(folder: string, port: number, user: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${folder}
log_level = WARNING
`
}

function serverConfiguration(kind: string, folder: string, port: number, user: string): string {
  return `${common(folder, port, user)}devices = ${folder}/disks
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxyConfiguration(folder: string, port: number, user: string): string {
  return `${common(folder, port, user)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
paste.filter_factory = trivet_cache:filter_factory
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`
}

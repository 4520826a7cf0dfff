import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { PrivateHaproxy } from "../../deploy/testing/private-haproxy.ts"
import { startNginx } from "../../deploy/testing/private-nginx.ts"
import { serverCore } from "../http/measure.ts"
import { startServer } from "../http/start-server.ts"

/** One way in which a reply reaches its client. */
export interface Way {
  readonly name: string
  readonly url: string
  /** What the client accepts. */
  readonly accept: string
  /** All processes that a request takes time of. */
  readonly pids: readonly number[]
}

/** All ways, and what stops their servers. */
export interface Ways {
  readonly list: readonly Way[]
  stop(): Promise<void>
}

type Change = readonly [text: string, replacement: string]

/** The plain port of deploy/nginx.conf passes on what it otherwise redirects: TLS would cost all ways the same. */
function nginxChanges(gzip: string): readonly Change[] {
  const passed = `location / {
            proxy_pass http://app;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            ${gzip}
        }`
  return [
    ["return 308 https://$http_host$request_uri;", passed],
    ["worker_processes auto;", "worker_processes 1;"],
  ]
}

const gzip = "gzip on; gzip_comp_level 1; gzip_types application/json; gzip_min_length 1024;"

function haproxyChanges(compression: string): readonly Change[] {
  const redirect = "    http-request redirect scheme https code 308 unless { ssl_fc }\n"
  return [
    [redirect, ""],
    ["global\n", "global\n    nbthread 1\n"],
    ["    default_backend app\n", `    default_backend app\n${compression}`],
    // The applications of this bench have no probes, and are there.
    ["    default-server check", "    default-server"],
    [" track app/one", ""],
    [" track app/two", ""],
  ]
}

/** Starts every server, all on one core. */
export async function startWays(): Promise<Ways> {
  const stops: (() => unknown)[] = []
  try {
    const [plain, compressed] = [await trivet("plain"), await trivet("compressed")]
    const nginx = await proxy("nginx", plain, nginxChanges(""))
    const nginxGzip = await proxy("nginx", plain, nginxChanges(gzip))
    const nginxTrivet = await proxy("nginx", compressed, nginxChanges(""))
    const haproxy = await proxy("haproxy", plain, haproxyChanges(""))
    const haproxyGzip = await proxy(
      "haproxy",
      plain,
      haproxyChanges("    compression algo gzip\n    compression type application/json\n"),
    )
    return {
      list: [
        { name: "Trivet, plain", accept: "", ...plain },
        { name: "Trivet, gzip", accept: "gzip", ...compressed },
        { name: "Trivet, br", accept: "br", ...compressed },
        { name: "Trivet, zstd", accept: "zstd", ...compressed },
        { name: "nginx, plain", accept: "", ...nginx },
        { name: "nginx, gzip", accept: "gzip", ...nginxGzip },
        { name: "nginx, Trivet gzip", accept: "gzip", ...nginxTrivet },
        { name: "nginx, Trivet zstd", accept: "zstd", ...nginxTrivet },
        { name: "HAProxy, plain", accept: "", ...haproxy },
        { name: "HAProxy, gzip", accept: "gzip", ...haproxyGzip },
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function trivet(name: string): Promise<Running> {
    const server = await startServer(name, "node", serverCore, "../compress/servers")
    stops.push(() => server.stop())
    return { url: server.url, pids: [server.pid] }
  }

  async function proxy(kind: "nginx" | "haproxy", to: Running, changes: readonly Change[]): Promise<Running> {
    const behind = Number(new URL(to.url).port)
    const process =
      kind === "nginx"
        ? await startNginx(behind, behind, changes)
        : (await PrivateHaproxy.start(behind, behind, changes)).process
    stops.push(() => process.stop())
    const pids = [process.pid, ...childrenOf(process.pid)]
    for (const pid of pids) pin(pid)
    return { url: `http://127.0.0.1:${process.port}`, pids: [...pids, ...to.pids] }
  }

  async function stop(): Promise<void> {
    for (const end of stops.toReversed()) await end()
  }
}

type Running = Pick<Way, "url" | "pids">

function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  return children === "" ? [] : children.split(" ").map(Number)
}

function pin(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`))
    execFileSync("taskset", ["-c", "-p", String(serverCore), thread], { stdio: "ignore" })
}

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type ProxyProcess, startProxy } from "./proxy-process.ts"

/** nginx on `deploy/nginx.conf`, before two ports of this machine. */
export function startNginx(
  one: number,
  two: number,
  changes: readonly (readonly [text: string, replacement: string])[] = [],
): Promise<ProxyProcess> {
  return startProxy({
    name: "nginx.conf",
    replace: ({ port, tlsPort, folder, certificate, key }) => [
      ["listen 80;", `listen 127.0.0.1:${port};`],
      ["listen 443 ssl", `listen 127.0.0.1:${tlsPort} ssl`],
      ["127.0.0.1:3001", `127.0.0.1:${one}`],
      ["127.0.0.1:3002", `127.0.0.1:${two}`],
      ["/etc/nginx/site.pem", certificate],
      ["/etc/nginx/site.key", key],
      ["/run/nginx.pid", `${folder}/pid`],
      // What malformed requests and stopped processes are reported as, the tests see themselves.
      ["worker_processes auto;", "worker_processes auto;\nerror_log stderr crit;"],
      // Folders that Debian's package has made for root.
      [
        "http {\n",
        `http {\n${temporary.map((name) => `    ${name}_temp_path ${folder}/${name};\n`).join("")}`,
      ],
      ...changes,
    ],
    command: (file) => ["nginx", "-e", "stderr", "-c", file, "-g", "daemon off;"],
  })
}

const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

/** Takes a port out of the file of a running nginx, or puts it back, and waits until no request is sent by the old file. */
export async function reloadNginx({ pid, folder }: ProxyProcess, port: number, down: boolean): Promise<void> {
  const file = join(folder, "nginx.conf")
  const lines = readFileSync(file, "utf8").split("\n")
  const server = `server 127.0.0.1:${port} max_fails=0`
  const changed = lines.map((line) => (line.includes(server) ? `${server}${down ? " down" : ""};` : line))
  writeFileSync(file, changed.join("\n"))
  const old = workersOf(pid)
  process.kill(pid, "SIGHUP")
  while (workersOf(pid).some((worker) => old.includes(worker)) || workersOf(pid).length === 0) await sleep(20)
}

function workersOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
}

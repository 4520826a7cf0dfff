import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../suite/free-port.ts"
import { root } from "../../reading/workspace.ts"

/** A registry of this machine alone, which has nothing until something is published to it. */
export interface LocalRegistry {
  readonly url: string
  /** What npm needs in its environment to know this registry and no other, with a cache of its own. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/**
 * Starts Verdaccio. Trivet's packages exist there only once they are published to it; all others come through it from the
 * registry that npm is configured with. `kept` is a folder for those, so that the next registry does not fetch them again.
 */
export async function startRegistry(kept?: string): Promise<LocalRegistry> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-registry-"))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const server = startVerdaccio(folder, port, kept)
  let text = ""
  for (const stream of [server.stdout!, server.stderr!])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece))
  const remove = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL")
      await once(server, "exit")
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answers(url, server, () => text)
    const settings = join(folder, "npmrc")
    const token = await createUser(url)
    writeFileSync(settings, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`)
    const cache = join(folder, "cache")
    // Lock files are written as users have them: npx passes on what the .npmrc of this repository says.
    const env = {
      npm_config_userconfig: settings,
      npm_config_registry: url,
      npm_config_cache: cache,
      npm_config_omit_lockfile_registry_resolved: "false",
    }
    return { url, env, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function startVerdaccio(folder: string, port: number, kept: string | undefined): ChildProcess {
  const verdaccio = execFileSync(join(root, "scripts/use-verdaccio"), { encoding: "utf8" }).trim()
  const upstream = execFileSync("npm", ["config", "get", "registry"], {
    cwd: folder,
    encoding: "utf8",
  }).trim()
  const own = { access: "$all", publish: "$authenticated" }
  const config = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "users") } },
    uplinks: { upstream: { url: upstream, timeout: "120s", maxage: "60m", max_fails: 100 } },
    packages: {
      trivet: own,
      "create-trivet": own,
      "@trivet/*": own,
      "**": { access: "$all", proxy: "upstream", storage: "others" },
    },
    max_body_size: "50mb",
    web: { enable: false },
    log: { type: "stdout", format: "pretty", level: "warn" },
  }
  if (kept !== undefined) {
    mkdirSync(kept, { recursive: true })
    mkdirSync(config.storage)
    symlinkSync(kept, join(config.storage, "others"))
  }
  // JSON is YAML too.
  const file = join(folder, "config.yaml")
  writeFileSync(file, JSON.stringify(config))
  const args = [join(verdaccio, "bin/verdaccio"), "--config", file, "--listen", `127.0.0.1:${port}`]
  return spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
}

async function answers(url: string, server: ChildProcess, text: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Verdaccio ended with ${server.exitCode}:\n${text()}`)
    const reply = await fetch(`${url}-/ping`).catch(() => undefined)
    if (reply?.ok === true) return
    await sleep(50)
  }
}

/** Publishing needs a user, as on every registry. */
async function createUser(url: string): Promise<string> {
  const name = "rehearsal"
  const body = JSON.stringify({ name, password: crypto.randomUUID() })
  const headers = { "content-type": "application/json" }
  const reply = await fetch(`${url}-/user/org.couchdb.user:${name}`, { method: "PUT", headers, body })
  const { token } = (await reply.json()) as { readonly token?: string }
  if (token === undefined) throw new Error(`Verdaccio created no user: ${reply.status}`)
  return token
}

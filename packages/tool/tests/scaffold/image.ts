import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { rm } from "node:fs/promises"
import { homedir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"

/** The home of the user that builds, in the image. */
const rootHome = "/root"

/** What an image says of how it is run. */
interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** A command that runs in an image. */
export interface RunningCommand {
  readonly child: ChildProcess
  /** Its exit code, or the signal that ended it, when all of its output has come. */
  readonly ended: Promise<number | string>
  /** What it has written so far. */
  text(): string
}

/** A built image, mounted. */
export interface Image {
  readonly config: ImageConfig
  /** In bytes, without the base image. */
  readonly size: number
  /**
   * Runs a command as the image's user, with its environment, on a root that cannot be written; some folders are in memory
   * and can be.
   */
  run(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    tmpfs?: readonly string[],
  ): RunningCommand
}

/** Builds images where no engine runs: as root, with buildah, on a base that debootstrap makes. */
export class ImageBuilder {
  readonly #folder: string
  readonly #base: string

  constructor(folder: string) {
    this.#folder = folder
    this.#base = join(folder, "base")
  }

  /** What this machine lacks to build an image; nothing is installed by a test. */
  static missing(): readonly string[] {
    const programs = ["buildah", "debootstrap", "unshare", "chroot"].filter(
      (name) => findProgram(name) === undefined,
    )
    return [...(process.getuid?.() === 0 ? [] : ["the rights of root"]), ...programs]
  }

  /** Makes the base image under the name that a Dockerfile has for it: Debian, this Node, npm and the user `node`. */
  async makeBase(name: string): Promise<void> {
    await exec("debootstrap", ["--variant=minbase", "--include=libatomic1", "bookworm", this.#base])
    const npm = dirname(dirname(realpathSync(findProgram("npm")!)))
    cpSync(process.execPath, join(this.#base, "usr/local/bin/node"))
    cpSync(npm, join(this.#base, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true })
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(this.#base, "usr/local/bin/npm"))
    await exec("chroot", [this.#base, "useradd", "--uid", "1000", "--create-home", "node"])
    const container = await this.#buildah("from", "scratch")
    await this.#buildah("add", "--quiet", container, this.#base, "/")
    await this.#buildah("commit", "--quiet", container, name)
    await this.#buildah("rm", container)
  }

  /** Builds a Dockerfile. While its steps run, what npm has on this machine is there too, or the settings of another file. */
  async build(folder: string, settings: string = join(homedir(), ".npmrc")): Promise<Image> {
    const options = [
      "--isolation=chroot",
      "--pull-never",
      "--format=docker",
      "--quiet",
      ...this.#npmVolumes(settings),
    ]
    const id = await this.#buildah("bud", ...options, folder)
    const container = await this.#buildah("from", "--pull-never", id)
    const root = await this.#buildah("mount", container)
    const described = JSON.parse(await this.#buildah("inspect", "--type=image", id)) as {
      readonly Docker: { readonly config: ImageConfig }
    }
    const { config } = described.Docker
    return {
      config,
      size: (await sizeOf(root)) - (await sizeOf(this.#base)),
      run: (command, env, tmpfs = []) => runReadOnly(root, config, command, env, tmpfs),
    }
  }

  async remove(): Promise<void> {
    await this.#buildah("rm", "--all").catch(() => undefined)
    await this.#buildah("rmi", "--all", "--force").catch(() => undefined)
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** npm's cache, its settings and the certificates that this machine trusts: the registry may be a mirror. */
  #npmVolumes(settings: string): readonly string[] {
    const certificates = process.env["NODE_EXTRA_CA_CERTS"] ?? ""
    const lines = [
      ...(existsSync(settings) ? [readFileSync(settings, "utf8")] : []),
      "prefer-offline=true",
      ...(certificates === "" ? [] : ["cafile=/run/certificates.pem"]),
    ]
    const file = join(this.#folder, "npmrc")
    writeFileSync(file, `${lines.join("\n")}\n`)
    const cache = join(homedir(), ".npm")
    return [
      `--volume=${file}:${rootHome}/.npmrc:ro`,
      ...(existsSync(cache) ? [`--volume=${cache}:${rootHome}/.npm`] : []),
      ...(certificates === "" ? [] : [`--volume=${realpathSync(certificates)}:/run/certificates.pem:ro`]),
    ]
  }

  async #buildah(...args: readonly string[]): Promise<string> {
    const store = [
      "--storage-driver=vfs",
      `--root=${join(this.#folder, "store")}`,
      `--runroot=${join(this.#folder, "run")}`,
    ]
    mkdirSync(this.#folder, { recursive: true })
    return exec("buildah", [...store, ...args])
  }
}

/** The process becomes the command itself: its id, signals and exit code are the command's. */
function runReadOnly(
  root: string,
  { User: user, Env: own, WorkingDir: folder }: ImageConfig,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  tmpfs: readonly string[],
): RunningCommand {
  const inMemory = tmpfs.map((path) => `mount -t tmpfs tmpfs "$0${path}" && `).join("")
  const mounts = `mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && ${inMemory}
    mount -o remount,ro,bind "$0" && exec chroot --userspec="$1" "$0" /usr/bin/env -i -C "$2" "\${@:3}"`
  const settings = [...own, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const args = ["--mount", "--propagation=private", "bash", "-c", mounts, root, user, folder]
  const child = spawn("unshare", [...args, ...settings, ...command], { stdio: ["ignore", "pipe", "pipe"] })
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece))
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string)
  return { child, ended, text: () => text }
}

async function sizeOf(folder: string): Promise<number> {
  return Number((await exec("du", ["-sb", "--one-file-system", folder])).split("\t")[0])
}

async function exec(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26 }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(
        `${program} ${args.join(" ")}\n${error.stdout.slice(-4_000)}\n${error.stderr.slice(-4_000)}`,
      )
    },
  )
  return stdout.trim()
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** The base image that a Dockerfile names. */
export function baseOf(dockerfile: string): string {
  return /^FROM (\S+)/m.exec(readFileSync(dockerfile, "utf8"))![1]!
}

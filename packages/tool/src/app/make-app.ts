import { randomBytes } from "node:crypto"
import { cpSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { createProgress } from "trivet/cli"
import { Draft } from "./draft.ts"
import { leaveOutSample } from "./leave-out-sample.ts"
import { packedFile, packedFolder } from "./packed-versions.ts"
import { runQuietly } from "./run-quietly.ts"
import { type TemplateFile, templateFiles, type TemplateName } from "./template-files.ts"

/** The checked options of a new application: the name is valid and the target does not exist. */
export interface AppOrder {
  readonly target: string
  readonly template: TemplateName
  /** Whether the sample is left out. */
  readonly empty: boolean
  readonly install: boolean
  readonly git: boolean
  /** A folder of packed packages to install from; `""` for the registry. */
  readonly packages: string
}

/** The result of creating an application. */
export interface MadeApp {
  readonly files: readonly string[]
  readonly installed: boolean
  /** Why installing packages failed. */
  readonly installFailure?: string
}

// The line of a template for a secret, and the start of a setting that is not a comment.
const secret = /^JWT_SECRET=$/m
const setting = /^\w+=/m

/** The files of an application, including its own settings and secret. */
export function filesFor({ target, template, empty, packages }: AppOrder): readonly TemplateFile[] {
  const name = basename(target)
  const whole = templateFiles(template, name)
  const wanted = empty && template !== "minimal" ? leaveOutSample(whole, template, name) : whole
  const files = wanted.map((file) => (packages === "" ? file : packedFile(file, packages)))
  const example = files.find(({ path, text }) => path === ".env.example" && setting.test(text))
  return example === undefined ? files : [...files, settingsFrom(example)]
}

/** Readable by its owner only, with a secret that is unique to the application. */
function settingsFrom({ text }: TemplateFile): TemplateFile {
  const made = randomBytes(48).toString("base64url")
  return { path: ".env", text: text.replace(secret, `JWT_SECRET=${made}`), mode: 0o600 }
}

/** Creates an application and reports each completed step. If the signal aborts it, nothing is left behind. */
export async function makeApp(
  order: AppOrder,
  tell: (step: string) => void,
  signal: AbortSignal,
): Promise<MadeApp> {
  const draft = new Draft(order.target)
  try {
    const files = filesFor(order)
    for (const file of files) draft.write(file)
    if (order.packages !== "") copyPacked(order.packages, join(draft.folder, packedFolder))
    tell(`${files.length} files written`)
    const isRepository = order.git && (await startRepository(draft.folder, tell, signal))
    signal.throwIfAborted()
    const installFailure = order.install ? await install(draft.folder, tell, signal) : undefined
    // After the installation, which writes the lock file.
    if (isRepository) tell(await commitAll(draft.folder, `Create ${basename(order.target)}`, signal))
    signal.throwIfAborted()
    draft.publish()
    tell(`created ${basename(order.target)}`)
    return {
      files: files.map(({ path }) => path),
      installed: order.install && installFailure === undefined,
      ...(installFailure !== undefined && { installFailure }),
    }
  } finally {
    draft.discard()
  }
}

/** Copies all packages: `trivet g accounts` adds some that the template does not have. */
function copyPacked(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || path.endsWith(".tgz") })
}

/** Creates a git repository, unless the folder is inside one. Returns false if none was created. */
async function startRepository(
  folder: string,
  tell: (step: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const inside = await runQuietly("git", ["rev-parse", "--is-inside-work-tree"], folder, signal)
  if (inside.ok) {
    tell("no new git repository: the folder is inside one")
    return false
  }
  const made = await runQuietly("git", ["init", "--quiet"], folder, signal)
  tell(made.ok ? "git repository created" : `no git repository: ${lastLine(made.output)}`)
  return made.ok
}

/** Commits all files that git does not ignore. Without a configured author there is no commit. */
async function commitAll(folder: string, message: string, signal: AbortSignal): Promise<string> {
  const known = ["-c", "user.useConfigOnly=true"]
  const author = await runQuietly("git", [...known, "var", "GIT_COMMITTER_IDENT"], folder, signal)
  if (!author.ok)
    return 'no first commit: git does not know your name. Type: git config --global user.name "Your Name" && git config --global user.email you@example.com'
  const added = await runQuietly("git", ["add", "--all"], folder, signal)
  const done = added.ok
    ? await runQuietly("git", [...known, "commit", "--quiet", `--message=${message}`], folder, signal)
    : added
  return done.ok ? "first commit made" : `no first commit: ${lastLine(done.output)}`
}

async function install(
  folder: string,
  tell: (step: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const isDrawn = process.stderr.isTTY && process.env["TERM"] !== "dumb"
  if (!isDrawn) tell("installing packages with npm …")
  const progress = createProgress({ label: "  installing packages with npm" })
  const began = performance.now()
  // No dependency of the templates needs an install script.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  const { ok, output } = await runQuietly("npm", args, folder, signal)
  progress.end()
  if (ok) {
    if (!isDrawn) tell(`packages installed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return undefined
  }
  // The application is complete without them; a partial installation would only confuse.
  rmSync(join(folder, "node_modules"), { recursive: true, force: true })
  rmSync(join(folder, "package-lock.json"), { force: true })
  return output
}

function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? ""
}

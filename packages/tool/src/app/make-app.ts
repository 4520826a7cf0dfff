import { randomBytes } from "node:crypto"
import { cpSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { Draft } from "./draft.ts"
import { leaveOutSample } from "./leave-out-sample.ts"
import { packedFile, packedFolder } from "./packed-versions.ts"
import { runQuietly } from "./run-quietly.ts"
import { type TemplateFile, templateFiles, type TemplateName } from "./template-files.ts"

/** What an application is made of. All of it was checked: the name is harmless and the target is free. */
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

/** What came of it. */
export interface MadeApp {
  readonly files: readonly string[]
  readonly installed: boolean
  /** Why packages are not installed, where they should be. */
  readonly installFailure?: string
}

// Where a template has a place for a secret, and how a setting begins that is not a comment.
const secret = /^JWT_SECRET=$/m
const setting = /^\w+=/m

/** The files of an application, its own settings and secret among them. */
export function filesFor({ target, template, empty, packages }: AppOrder): readonly TemplateFile[] {
  const name = basename(target)
  const whole = templateFiles(template, name)
  const wanted = empty && template !== "minimal" ? leaveOutSample(whole, template, name) : whole
  const files = wanted.map((file) => (packages === "" ? file : packedFile(file, packages)))
  const example = files.find(({ path, text }) => path === ".env.example" && setting.test(text))
  return example === undefined ? files : [...files, settingsFrom(example)]
}

/** Nobody but its owner may read it, and no two applications have the same. */
function settingsFrom({ text }: TemplateFile): TemplateFile {
  const made = randomBytes(48).toString("base64url")
  return { path: ".env", text: text.replace(secret, `JWT_SECRET=${made}`), mode: 0o600 }
}

/** Makes an application, and tells of each step when it is done. Stopped by the signal, it leaves nothing. */
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

/** All of them: `trivet g accounts` adds others than the template has. */
function copyPacked(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || path.endsWith(".tgz") })
}

/** Makes a git repository, unless the folder is inside one; false where there is none of its own. */
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

/** Commits all files but those that git ignores. No author is made up: without one there is no commit. */
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
  tell("installing packages with npm …")
  const began = performance.now()
  // Nothing that a template lists needs an install script.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  const { ok, output } = await runQuietly("npm", args, folder, signal)
  if (ok) {
    tell(`packages installed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return undefined
  }
  // The application is whole without them; half of them would only confuse.
  rmSync(join(folder, "node_modules"), { recursive: true, force: true })
  rmSync(join(folder, "package-lock.json"), { force: true })
  return output
}

function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? ""
}

import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { publicPackages } from "./pack.ts"
import { packedFolder } from "./packed/packed-folder.ts"
import { root } from "./reading/workspace.ts"

/**
 * Packs this clone's packages into a folder below `.packages` that is named after what they contain. So an application
 * keeps the very packages that its lock file names, whatever is packed later.
 */
async function packByContent(): Promise<string> {
  const all = join(root, ".packages")
  mkdirSync(all, { recursive: true })
  const draft = mkdtempSync(join(all, "draft-"))
  try {
    const packed = await packedFolder(...publicPackages.map(({ manifest }) => manifest.name))
    const hash = createHash("sha256")
    for (const file of globSync("*.tgz", { cwd: packed }).toSorted()) {
      copyFileSync(join(packed, file), join(draft, file))
      hash.update(file).update(readFileSync(join(draft, file)))
    }
    const folder = join(all, hash.digest("hex").slice(0, 12))
    if (!existsSync(folder)) renameSync(draft, folder)
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const [target, ...options] = process.argv.slice(2)
if (target === undefined || target.startsWith("-")) {
  console.error("Where? Type: npm run new ../my-app, or npm run new ../my-site -- --template=web")
  process.exitCode = 2
} else {
  // npm runs a script in the clone's folder; the path is meant from where it was typed.
  const folder = resolve(process.env["INIT_CWD"] ?? process.cwd(), target)
  const template = options.some((option) => option.startsWith("--template")) ? [] : ["--template=api"]
  const packages = await packByContent()
  const tool = join(root, "packages/tool/src/main.ts")
  const args = ["app", `--name=${basename(folder)}`, `--packages=${packages}`, ...template, ...options]
  const made = spawnSync(process.execPath, ["--conditions=@trivet/source", tool, ...args], {
    cwd: dirname(folder),
    stdio: "inherit",
  })
  process.exitCode = made.status ?? 1
}

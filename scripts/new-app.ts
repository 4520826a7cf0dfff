import { spawnSync } from "node:child_process"
import { basename, dirname, join, resolve } from "node:path"
import { publicPackages } from "./packages/pack.ts"
import { packedFolder } from "./packages/packed/packed-folder.ts"
import { root } from "./reading/workspace.ts"

const [target, ...options] = process.argv.slice(2)
if (target === undefined || target.startsWith("-")) {
  console.error("Where? Type: npm run new ../my-app, or npm run new ../my-site -- --template=web")
  process.exitCode = 2
} else {
  // npm runs a script in the clone's folder; the path is meant from where it was typed.
  const folder = resolve(process.env["INIT_CWD"] ?? process.cwd(), target)
  const template = options.some((option) => option.startsWith("--template")) ? [] : ["--template=api"]
  // The application gets a copy, so it keeps the very packages that its lock file names, whatever is packed later.
  const packages = await packedFolder(...publicPackages.map(({ manifest }) => manifest.name))
  const tool = join(root, "packages/tool/src/main.ts")
  const args = ["app", `--name=${basename(folder)}`, `--packages=${packages}`, ...template, ...options]
  const made = spawnSync(process.execPath, ["--conditions=@trivet/source", tool, ...args], {
    cwd: dirname(folder),
    stdio: "inherit",
  })
  process.exitCode = made.status ?? 1
}

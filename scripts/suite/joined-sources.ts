import { createHash } from "node:crypto"
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type CodeSplittingGroup, rolldown } from "rolldown"
import { entryPoints } from "../packages/entry-points/entry-point.ts"
import { oneAtATime } from "../packages/packed/one-at-a-time.ts"
import { packages, root } from "../reading/workspace.ts"

/** The sources of all packages in a few files of JavaScript. */
export interface JoinedSources {
  /** The command `trivet`. */
  readonly tool: string
  /** Flags for Node: a program then loads the joined files where it would load the sources of this workspace. */
  readonly flags: readonly string[]
  /** The joined file of each entry point, by what users import. */
  readonly entryPoints: ReadonlyMap<string, string>
}

const cache = join(root, "node_modules/.cache/trivet-joined")
const tool = "packages/tool/src/main.ts"

/** The framework skips its own frames in a stack by the address of this file, so it must be the real one. */
const keepsAddress = /\/fault\/own-folder\.ts$/

const commandFiles = /\/trivet\/src\/(?:engine\/argv\/|cli\.ts$)/
const nodeFiles = /\/trivet\/src\/(?:(?:engine\/node|files|compress|testing)\/|(?:node|testing)\.ts$)/

/** What needs Node is apart from the rest of the framework, as in the build: a command loads no server. */
const groups: CodeSplittingGroup[] = [
  {
    name: "shared",
    test: (id) => id.includes("/trivet/src/") && !commandFiles.test(id) && !nodeFiles.test(id),
    minShareCount: 2,
    priority: 3,
  },
  { name: "command-shared", test: commandFiles, minShareCount: 2, priority: 2 },
  { name: "node-shared", test: nodeFiles, minShareCount: 2, priority: 1 },
]

let joined: Promise<JoinedSources> | undefined

/**
 * Joins the sources, once for each of their states: processes share what is made. A program that loads 300 sources
 * spends more on that than on all else that a test asks of it.
 */
export function joinedSources(): Promise<JoinedSources> {
  joined ??= findOrJoin()
  return joined
}

async function findOrJoin(): Promise<JoinedSources> {
  const entries = packages(root).flatMap((one) => entryPoints(one).entryPoints)
  const inputs = [tool, ...entries.map(({ file }) => file)]
  const folder = join(cache, keyOfSources())
  // A folder below the key's own: the framework takes the one above its files for its own.
  const files = new Map(inputs.map((file) => [join(root, file), join(folder, "files", nameOf(file))]))
  mkdirSync(cache, { recursive: true })
  if (!existsSync(folder))
    await oneAtATime(join(cache, "lock"), async () => {
      if (!existsSync(folder)) await fill(folder, inputs, files)
    })
  return {
    tool: files.get(join(root, tool))!,
    flags: ["--conditions=@trivet/source", "--import", pathToFileURL(join(folder, "use.js")).href],
    entryPoints: new Map(entries.map(({ specifier, file }) => [specifier, files.get(join(root, file))!])),
  }
}

async function fill(
  folder: string,
  inputs: readonly string[],
  files: ReadonlyMap<string, string>,
): Promise<void> {
  removeOld()
  const draft = mkdtempSync(join(cache, "draft-"))
  const bundle = await rolldown({
    input: Object.fromEntries(inputs.map((file) => [nameOf(file), join(root, file)])),
    platform: "node",
    resolve: { conditionNames: ["@trivet/source", "node", "import"] },
    external: (specifier) =>
      /^[^./\0]/.test(specifier) && !/^(?:trivet|@trivet\/\w+)(?:\/|$)/.test(specifier),
    plugins: [
      {
        name: "addresses",
        // What a file finds beside itself is still beside its source.
        transform: (code, id) =>
          keepsAddress.test(id)
            ? undefined
            : {
                code: code
                  .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
                  .replaceAll("import.meta.dirname", JSON.stringify(dirname(id))),
              },
      },
    ],
  })
  await bundle.write({
    dir: join(draft, "files"),
    entryFileNames: "[name]",
    keepNames: true,
    codeSplitting: { groups },
  })
  await bundle.close()
  writeFileSync(join(draft, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(draft, "use.js"), useOf(files))
  renameSync(draft, folder)
}

/** A program that must be loaded first: it leads imports of the sources to the joined files. */
function useOf(files: ReadonlyMap<string, string>): string {
  const urls = [...files].map((pair) => pair.map((path) => pathToFileURL(path).href))
  return `import { registerHooks } from "node:module"
const joined = new Map(${JSON.stringify(urls)})
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = joined.get(found.url)
    return url === undefined ? found : { ...found, url, format: "module" }
  },
})
`
}

/** `packages/trivet/src/api.ts` is `trivet-api.js`. */
function nameOf(file: string): string {
  return file.replace(/^packages\/([^/]+)\/src\/(.*)\.ts$/, "$1-$2.js")
}

/** Changes with every source, and with the place of the workspace, which is written into the files. */
function keyOfSources(): string {
  const hash = createHash("sha256").update(root)
  const patterns = ["packages/*/src/**/*.ts", "packages/*/package.json", "scripts/suite/joined-sources.ts"]
  for (const path of globSync(patterns, { cwd: root }).toSorted()) {
    const { mtimeMs, size } = statSync(join(root, path))
    if (!path.endsWith(".test.ts")) hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest("hex").slice(0, 16)
}

/** Of other states. Another process may still be reading one that is not old. */
function removeOld(): void {
  const before = Date.now() - 60 * 60 * 1000
  for (const name of globSync("*", { cwd: cache, exclude: ["lock"] }))
    if (statSync(join(cache, name)).mtimeMs < before)
      rmSync(join(cache, name), { recursive: true, force: true })
}

import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { runPage } from "../../../../scripts/docs/run/run-page.ts"
import { root } from "../../../../scripts/reading/workspace.ts"
import type { NewApps } from "./new-apps.ts"
import { install } from "./new-apps.ts"
import { oneLightWorker } from "../testing/worker-flags.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"

/** The chapters of the tutorial, in their order. */
export const chapters: readonly string[] = globSync("docs/tutorial/*.md", { cwd: root }).toSorted()

/** Types the tutorial, chapter by chapter, in the folder of new applications. */
export class Tutorial {
  readonly #apps: NewApps
  readonly #translate: Readonly<Record<string, string>>

  /** `packages` is a folder with the installed packages of the template api, if they are not to be installed again. */
  constructor(apps: NewApps, database: string, packages: string | undefined) {
    this.#apps = apps
    const packed = (name: string) => globSync(`trivet-${name}-[0-9]*.tgz`, { cwd: apps.packs })[0]!
    const add = (...names: readonly string[]) =>
      packages === undefined
        ? `${install} ${names.join(" ")}`
        : `npm pkg set ${names.map((name) => `dependencies.${name.replace(/.*trivet-(\w+)-.*/, "@trivet/$1")}=*`).join(" ")}`
    this.#translate = {
      "npm create trivet tasks -- --template=minimal --no-install": `${apps.creator} tasks --template=minimal --packages=${apps.packs} --no-install --no-git`,
      "npm install --save-dev @electric-sql/pglite": add("@electric-sql/pglite"),
      "npm install @trivet/postgres kysely": add(join(apps.packs, packed("postgres")), "kysely"),
      "npm install @trivet/auth": add(join(apps.packs, packed("auth"))),
      "npm install": packages === undefined ? install : `cp -al ${packages} node_modules`,
      "postgres://postgres@localhost/tasks": database,
      ...(packages !== undefined && {
        "npm test": `npm test -- ${oneLightWorker}`,
        "npm run check": `npm run check -- -- ${oneLightWorker}`,
      }),
    }
  }

  /** What went otherwise than a chapter shows; empty if nothing did. */
  async type(chapter: string): Promise<string> {
    const isFirst = chapter === chapters[0]
    const { PATH = "", HOME = "" } = process.env
    const env = {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME,
      NO_COLOR: "1",
      ...compileCache,
      npm_config_loglevel: "error",
    }
    const cwd = isFirst ? this.#apps.folder : this.folder
    const text = readFileSync(join(root, chapter), "utf8")
    const { problems } = await runPage(
      chapter,
      text,
      { cwd, env },
      { inOrder: true, translate: this.#translate },
    )
    return problems.join("\n")
  }

  /** The application that the tutorial makes. */
  get folder(): string {
    return join(this.#apps.folder, "tasks")
  }
}

/** The sources of an application by their paths, without the line that names a file on the page. */
export function sourcesOf(folder: string): Record<string, string> {
  const paths = globSync("src/**/*.ts", { cwd: folder }).toSorted()
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), "utf8").replace(/^\/\/ src\/.*\n/, "")]),
  )
}

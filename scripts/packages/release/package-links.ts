import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Package, packages } from "../../reading/workspace.ts"

const fields = ["repository", "homepage", "bugs"] as const

type Links = Readonly<Partial<Record<(typeof fields)[number], unknown>>>

/** The address of the repository, as `repository` of the root's package.json has it; undefined while it has none. */
export function findRepository(workspace: string): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8")) as Links
  return typeof repository === "string" && /^https:\/\/\S+[^/]$/.test(repository) ? repository : undefined
}

/** The links of a package. All of them follow from the one address. */
export function packageLinks(repository: string, folder: string): Required<Links> {
  return {
    repository: { type: "git", url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: { url: `${repository}/issues` },
  }
}

/** Links in public packages that do not follow from the root's setting; without the setting there must be none. */
export function linkProblems(workspace: string): string[] {
  const repository = findRepository(workspace)
  return publicPackagesOf(workspace).flatMap(({ folder, manifest }) => {
    const wanted: Links = repository === undefined ? {} : packageLinks(repository, folder)
    const given = manifest as Links
    return fields
      .filter((field) => JSON.stringify(given[field]) !== JSON.stringify(wanted[field]))
      .map(
        (field) =>
          `${folder}/package.json: "${field}" does not follow from "repository" of the root's package.json`,
      )
  })
}

/** The packages that are published. */
export function publicPackagesOf(workspace: string): Package[] {
  return packages(workspace).filter(({ manifest }) => manifest.private !== true)
}

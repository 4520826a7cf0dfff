import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { publicPackagesOf } from "./package-links.ts"
import type { ReleaseCheck } from "./release-check.ts"

const path = ".github/workflows/release.yml"

interface Workflow {
  readonly on?: { readonly push?: { readonly tags?: readonly string[] } }
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs?: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>
        readonly steps?: readonly { readonly run?: string }[]
      }
    >
  >
}

/**
 * Whether a release is published by the workflow, which proves by an identity token which commit it was built from. A token
 * of the registry would make a stolen secret enough to publish.
 */
export function checkProvenance(workspace: string): ReleaseCheck {
  const file = join(workspace, path)
  if (!existsSync(file)) return { name: "provenance", problems: [`${path}: is missing`] }
  const text = readFileSync(file, "utf8")
  const { on, jobs = {} } = parse(text) as Workflow
  const job = jobs["publish"]
  const runs = (job?.steps ?? []).map(({ run }) => run?.trim() ?? "")
  const [check, publish] = [runs.indexOf("npm run check"), runs.indexOf("npm run release -- --publish")]
  const problems = [
    ...(on?.push?.tags?.includes("v*") === true ? [] : ["does not run for tags v*"]),
    ...(job?.permissions?.["id-token"] === "write" ? [] : ['the job publish needs "id-token: write"']),
    ...(check !== -1 && publish > check ? [] : ["must run npm run check, then npm run release -- --publish"]),
    ...(/NODE_AUTH_TOKEN|NPM_TOKEN|_authToken/.test(text) ? ["must not use a token of the registry"] : []),
  ].map((problem) => `${path}: ${problem}`)
  const closed = publicPackagesOf(workspace).filter(
    ({ manifest }) =>
      (manifest as { readonly publishConfig?: { readonly access?: string } }).publishConfig?.access !==
      "public",
  )
  return {
    name: "provenance",
    problems: [
      ...problems,
      ...closed.map(({ folder }) => `${folder}/package.json: needs "publishConfig": { "access": "public" }`),
    ],
  }
}

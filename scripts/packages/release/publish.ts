import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Unpacked } from "../packed/unpack.ts"
import { tagOf } from "./check-commit.ts"
import type { RegisteredNames } from "./names.ts"
import { git } from "./git.ts"

/** A command of a release, as it is printed and run. */
export type ReleaseStep = readonly [program: string, ...args: readonly string[]]

/**
 * The commands that publish a release, in their order: each archive that the registry does not have yet, those that others
 * need first, then the tag. A release that was interrupted therefore continues.
 */
export function releaseSteps(
  workspace: string,
  packed: readonly Unpacked[],
  version: string,
  registered: RegisteredNames,
): readonly ReleaseStep[] {
  const tag = tagOf(version)
  const isTagged = git(workspace, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}`) !== undefined
  const missing = packed.filter(
    ({ manifest }) => registered.get(manifest.name)?.versions.includes(version) !== true,
  )
  // A version such as 1.0.0-rc.1 is installed only by those who ask for it.
  const channel = version.includes("-") ? "next" : "latest"
  return [
    ...missing.map(({ archive }): ReleaseStep => [
      "npm",
      "publish",
      archive,
      "--access=public",
      `--tag=${channel}`,
    ]),
    ...(isTagged ? [] : [["git", "tag", tag] as const]),
  ]
}

/** Runs the commands, and stops at the first that fails. */
export function runSteps(
  workspace: string,
  steps: readonly ReleaseStep[],
  env: NodeJS.ProcessEnv = process.env,
): void {
  for (const step of steps) {
    const [program, ...args] = step
    console.log(printedStep(step))
    execFileSync(program, args, { cwd: workspace, env, stdio: ["inherit", "ignore", "pipe"] })
  }
}

/** A command as a person would type it. */
export function printedStep(step: ReleaseStep): string {
  return step.map((word) => (/^[\w@/.:=-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")
}

/** The checksum of an archive, as a registry shows it. */
export function integrityOf(archive: string): string {
  return `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`
}

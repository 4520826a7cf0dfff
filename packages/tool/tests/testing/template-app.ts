import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { TemplateName } from "../../src/app/template-files.ts"
import { freshBuild } from "../../../../scripts/packages/packed/fresh-build.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { joinedConfig } from "./joined-config.ts"
import { runTool } from "./run-tool.ts"

const modules = join(import.meta.dirname, "../../../../node_modules")

/** An application that was made from a template and uses the workspace's packages. */
export interface TemplateApp {
  readonly folder: string
  /** Runs a program of `node_modules` in it, with no settings but those given. */
  run(
    program: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<{ readonly code: number; readonly text: string }>
  remove(): void
}

/** Makes an application of a template, named `shop`, outside of the workspace. */
export async function createTemplateApp(
  template: TemplateName,
  flags: readonly string[] = [],
): Promise<TemplateApp> {
  const house = mkdtempSync(join(tmpdir(), "trivet-template-"))
  const args = ["app", "--name=shop", `--template=${template}`, "--no-install", "--no-git", ...flags]
  const made = await runTool(args, { cwd: house })
  if (made.code !== 0) throw new Error(made.stderr)
  const folder = join(house, "shop")
  symlinkSync(modules, join(folder, "node_modules"))
  writeFileSync(join(folder, "vitest.config.ts"), await joinedConfig())
  // Compilers and linters read the declarations, as in a user's application: those of the sources take seconds each time.
  await freshBuild()
  return {
    folder,
    run: (program, words, env = {}) =>
      promisify(execFile)(process.execPath, [join(modules, program), ...words], {
        cwd: folder,
        env: { ...withoutSettings(), ...compileCache, ...env },
        maxBuffer: 1 << 26,
      }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          text: stdout + stderr,
        }),
      ),
    remove: () => rmSync(house, { recursive: true }),
  }
}

function withoutSettings(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, REDIS_URL: __, NODE_ENV: ___, ...others } = process.env
  // Of the tests that run this one.
  return Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("VITEST")))
}

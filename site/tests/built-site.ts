import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createApp, createJsonLog, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve, staticFiles } from "trivet/node"
import { compileCache } from "../../scripts/suite/compile-cache.ts"
import { root } from "../pages.ts"

/** The site, built into a folder of its own and served by Trivet. */
export interface BuiltSite {
  readonly folder: string
  readonly url: string
  /** How long the build took. */
  readonly seconds: number
  close(): Promise<void>
}

/**
 * Builds the site and serves it. With `highlighted`, only the code of these pages has colors. `SITE=folder` in the
 * environment names a site that is built already, for those who change its tests.
 */
export async function buildSite(highlighted?: readonly string[]): Promise<BuiltSite> {
  const given = process.env["SITE"]
  const folder = given ?? mkdtempSync(join(tmpdir(), "trivet-site-"))
  const began = performance.now()
  if (given === undefined) await build(folder, highlighted)
  const seconds = (performance.now() - began) / 1000
  class Files {
    routes() {
      return routes([staticFiles("/", folder, { index: true })])
    }
  }
  const log = createJsonLog({ write: () => undefined })
  const app = await createApp(module({ name: "site", declarations: [Files] }), { platform: api(), log })
  const served = await serve(app, { port: 0 })
  return {
    folder,
    url: `http://localhost:${served.port}`,
    seconds,
    close: async () => {
      await served.stop()
      if (given === undefined) rmSync(folder, { recursive: true })
    },
  }
}

async function build(folder: string, highlighted?: readonly string[]): Promise<void> {
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js")
  // With room for young objects: a seventh of the build was the garbage collector.
  await promisify(execFile)(
    process.execPath,
    ["--max-semi-space-size=64", vitepress, "build", ".", "--outDir", folder],
    {
      cwd: join(root, "site"),
      env: {
        ...process.env,
        ...compileCache,
        NODE_ENV: "production",
        ...(highlighted && { TRIVET_HIGHLIGHTED: highlighted.join(",") }),
      },
    },
  )
}

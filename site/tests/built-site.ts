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

/** Builds the site and serves it. With `highlighted`, only the code of these pages has colors. */
export async function buildSite(highlighted?: readonly string[]): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-site-"))
  const began = performance.now()
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
      rmSync(folder, { recursive: true })
    },
  }
}

import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { accessCases, type AccessSetup, createTestApp } from "trivet/testing"

// The program of `findByAccess()`: node run-access.ts <folder> <entry> <access> <table>. It runs the access cases of an application
// and writes the failures, one per line, as JSON.
const [folder = "", entry = "", file = "", table = ""] = process.argv.slice(2)
const load = (path: string) => import(pathToFileURL(join(folder, path)).href) as Promise<unknown>

const app = await createTestApp(() => load(entry))
const { access } = (await load(file)) as { readonly access: AccessSetup }
for (const { name, run } of await accessCases(app, access, { table: join(folder, table) }))
  await run().catch((error: unknown) =>
    console.log(JSON.stringify({ name, message: (error as Error).message })),
  )
await app.stop()
process.exit(0)

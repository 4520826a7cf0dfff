import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { accessCases, type AccessSetup, createTestAppOf } from "trivet/testing"

// The program of `findByAccess()`: node run-access.ts <folder> <entry> <access> <table>. It runs the access cases of an application
// and writes the failures, one per line, as JSON.
const [folder = "", entry = "", access = "", table = ""] = process.argv.slice(2)
const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<unknown>

const app = await createTestAppOf(() => load(entry))
const { default: setup } = (await load(access)) as { readonly default: AccessSetup }
for (const { name, run } of await accessCases(app, setup, { table: join(folder, table) }))
  await run().catch((error: unknown) =>
    console.log(JSON.stringify({ name, message: (error as Error).message })),
  )
await app.stop()
process.exit(0)

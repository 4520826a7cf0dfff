import { createApp } from "trivet"
import type { Platform } from "trivet/extend"
import { api } from "trivet/api"
import { run } from "trivet/cli"
import { createTestLog } from "trivet/testing"
import { web } from "trivet/web"
import { listen } from "../listen.ts"
import { ReturnedModule } from "./app.ts"
import { returnedValues } from "./values.ts"

// `program.ts serve` serves the API and the site on ports that the system chooses, and prints them.
// `program.ts run` runs every command, and ends what each wrote with a mark that names it and its exit code.

async function serveOn(platform: Platform): Promise<number> {
  return listen(await createApp(ReturnedModule, { platform, log: createTestLog().log }))
}

if (process.argv[2] === "serve")
  console.log(JSON.stringify({ api: await serveOn(api()), web: await serveOn(web()) }))
else {
  for (const place of ["handler", "middleware"])
    for (const { name } of returnedValues) {
      const code = await run(ReturnedModule, { argv: [place, name], name: "app", exit: false })
      const mark = `\0${place}/${name} ${code}\0`
      process.stdout.write(mark)
      process.stderr.write(mark)
    }
}

import { createConformanceApp, type Make, makes } from "./app.ts"
import { FilesController } from "./controllers/files-controller.ts"
import { listen } from "./listen.ts"

// Serves all makes on ports that the system chooses, and prints them: `node serve.ts`, `bun serve.ts`, `deno run serve.ts`.
const ports: Partial<Record<Make, number>> = {}
for (const make of makes) ports[make] = await listen(await createConformanceApp(make, [FilesController]))
console.log(JSON.stringify(ports))

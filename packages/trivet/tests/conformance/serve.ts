import { createConformanceApp, type Make, makes } from "./app.ts"
import { FilesController } from "./controllers/files-controller.ts"
import { listen, listenPlainly } from "./listen.ts"

// Serves all makes on ports that the system chooses, and prints them: `node serve.ts`, `bun serve.ts`, `deno run serve.ts`.
// `node serve.ts plainly` serves them by `http.createServer(toNode(app))`.
const start = process.argv[2] === "plainly" ? listenPlainly : listen
const ports: Partial<Record<Make, number>> = {}
for (const make of makes) ports[make] = await start(await createConformanceApp(make, [FilesController]))
console.log(JSON.stringify(ports))

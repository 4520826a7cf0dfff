import { listen } from "../../conformance/listen.ts"
import { createLibraries } from "../libraries.ts"
import { appWith } from "../mounted-app.ts"

// Mounts each library in an application of its own, served by this runtime, and prints their ports.
const ports: Record<string, number> = {}
for (const [name, { handler }] of Object.entries(await createLibraries()))
  ports[name] = await listen((await appWith(handler)).app)
console.log(JSON.stringify(ports))

import type { Start } from "./start.ts"

// A server in a process of its own: `node bench/http/run-server.ts servers/fastify` prints the port it listens on.
const { start } = (await import(`./${process.argv[2]}.ts`)) as { start: Start }
console.log(await start())

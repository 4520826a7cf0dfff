import type { Boot } from "./boot.ts"

// One application in a process of its own: `node bench/boot/run-boot.ts trivet`.
const { boot } = (await import(`./apps/${process.argv[2]}.ts`)) as { boot: Boot }
const start = performance.now()
const ask = await boot()
console.log(`ready ${performance.now() - start}`)
console.log(`answer ${JSON.stringify(await ask("/things42/7/items/9"))}`)
process.exit()

import { allPrograms } from "./programs/all-programs.ts"
import { dropDatabase, reportOn } from "./simulated.ts"

// Started by replay.test.ts: prints the report of a program.
const program = allPrograms.find(({ name }) => name === process.argv[2])!
console.log(await reportOn(program))
await dropDatabase()

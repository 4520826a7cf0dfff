// A program that watches over the workers of another and loads nothing of it: node workers-program.ts <workers> <file>
import { startWorkers } from "trivet/node"

const [, , workers = "auto", program = ""] = process.argv
// What ends this process with npm is not for the workers: they end with this one.
const nodeArgs = process.execArgv.filter((arg, at, all) => !isImport(arg) && !isImport(all[at - 1] ?? ""))

await startWorkers({ workers: workers === "auto" ? workers : Number(workers), program, args: [], nodeArgs })

function isImport(arg: string): boolean {
  return arg === "--import"
}

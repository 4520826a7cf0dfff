// A program that watches over the workers of another and loads nothing of it: node workers-program.ts <workers> <file>
import { startWorkers } from "trivet/node"

const [, , workers = "auto", program = ""] = process.argv
await startWorkers({ workers: workers === "auto" ? workers : Number(workers), program, args: [] })

import type { Mistakes, Told } from "./rival.ts"

// node bench/mistakes/run-rival.ts <rival> <mistake>: puts one application together and tells what was said of it.
const [rival, name] = process.argv.slice(2)
const mistakes: Mistakes =
  rival === "nest"
    ? (await import("./nest-mistakes.ts")).nestMistakes
    : (await import("./fastify-mistakes.ts")).fastifyMistakes

const warnings: string[] = []
process.on("warning", (warning) => void warnings.push(warning.message))
const mistaken = mistakes[name!]
const told = await tell()
await new Promise(setImmediate)
const message = told.reported ? told.message : warnings.join("\n")
process.stdout.write(
  JSON.stringify({ reported: told.reported || warnings.length > 0, message } satisfies Told),
)
process.exit()

async function tell(): Promise<Told> {
  if (typeof mistaken !== "function") throw new Error(`${rival} has no application for ${name}`)
  try {
    await mistaken()
    return { reported: false, message: "" }
  } catch (error) {
    return { reported: true, message: error instanceof Error ? error.message : String(error) }
  }
}

import { rmSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { routesPerController } from "./plan.ts"
import { runCompiler } from "./run-compiler.ts"
import type { Files, Shape } from "./shape.ts"
import { shapes } from "./shapes.ts"
import { writeProject } from "./write-project.ts"

// As many as a compiler checks in a moment. TRIVET_LONG=1 takes the smallest number that is measured, and compiles each
// shape without its mistake, too.
const isLong = process.env["TRIVET_LONG"] === "1"
const routeCount = isLong ? 100 : 2 * routesPerController
const seconds = 240

async function errorsOf(shape: Shape, files: Files): Promise<readonly string[]> {
  const folder = writeProject(`test-${shape.id}`, files, shape)
  try {
    const { errors, figures } = await runCompiler(folder, seconds)
    if (figures === undefined) throw new Error("the compiler broke off")
    return errors
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.each(shapes)("$name", (shape) => {
  const files = shape.files(routeCount)

  it("has as many controllers as its routes need", () => {
    const controllers = [...files.keys()].filter((path) =>
      /items\d+(\.controller|-controller)?\.ts$/.test(path),
    )
    expect(controllers).toHaveLength(routeCount / routesPerController)
  })

  it.runIf(isLong)("compiles", async () => {
    expect(await errorsOf(shape, files)).toEqual([])
  })

  it("does not compile with a mistake in it, and has no error elsewhere", async () => {
    const { file, from, to, message } = shape.mistake
    const sound = files.get(file) ?? ""
    const broken = sound.replace(from, to)
    expect(broken).not.toBe(sound)
    const errors = await errorsOf(shape, new Map(files).set(file, broken))
    expect(errors).not.toEqual([])
    expect(errors[0]).toContain(message)
    expect(errors.filter((error) => !error.includes(`${file}(`))).toEqual([])
  })
})

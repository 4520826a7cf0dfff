import { type ModuleType, moduleTypes } from "./plan-module.ts"

/** What was not said on the command line is `undefined`. */
export interface ModuleAnswers {
  readonly name: string | undefined
  readonly type: ModuleType | undefined
}

/** Asks for what is missing, on the terminal; `undefined` when the person has had enough. */
export async function askModule(
  given: ModuleAnswers,
  findFlaw: (name: string) => string | undefined,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly type: ModuleType } | undefined> {
  // Loaded when there is somebody to ask: most commands are not to pay for it.
  const { prompts } = await import("../app/prompts.ts")
  const { intro, isCancel, outro, select, text } = prompts
  const where = { output: process.stderr, signal }
  intro("A new module", where)
  const name =
    given.name ??
    (await text({
      ...where,
      message: "What is the name of the module? Join words with hyphens: blog-posts.",
      validate: (typed = "") => findFlaw(typed),
    }))
  if (isCancel(name)) return undefined
  const type = given.type ?? (await select({ ...where, message: "Which type of module?", options: choices }))
  if (isCancel(type)) return undefined
  outro(`Creating ${name}`, where)
  return { name, type }
}

// What each is stands in its label: a hint would show only beside the one that is chosen.
const choices = (Object.entries(moduleTypes) as [ModuleType, string][]).map(([value, about]) => ({
  value,
  label: `${value}  ${about}`,
}))

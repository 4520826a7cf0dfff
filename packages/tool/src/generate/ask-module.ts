import { type ModuleType, moduleTypes } from "./plan-module.ts"

/** The given options; those not given on the command line are `undefined`. */
export interface ModuleAnswers {
  readonly name: string | undefined
  readonly type: ModuleType | undefined
}

/** Prompts for missing options on the terminal; `undefined` if the user cancels. */
export async function askModule(
  given: ModuleAnswers,
  findFlaw: (name: string) => string | undefined,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly type: ModuleType } | undefined> {
  // Loaded only if there is something to ask, so that other commands start faster.
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

// The description is part of the label: a hint would be shown only for the selected choice.
const choices = (Object.entries(moduleTypes) as [ModuleType, string][]).map(([value, about]) => ({
  value,
  label: `${value}  ${about}`,
}))

import { type TemplateName, templates } from "./template-files.ts"

/** The given options; those not given on the command line are `undefined`. */
export interface Answers {
  readonly name: string | undefined
  readonly template: TemplateName | undefined
  readonly install: boolean | undefined
  readonly git: boolean | undefined
}

/** The complete options. */
export type FullAnswers = { readonly [Key in keyof Answers]: NonNullable<Answers[Key]> }

/** Options of `ask()`. */
export interface AskOptions {
  /** Validates a name; its result is shown at once. */
  readonly findFlaw: (name: string) => string | undefined
  readonly signal: AbortSignal
}

/** Whether there is a terminal to prompt on. Prompts go to standard error: standard output is for results. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Ends the command with exit code 130, as Ctrl-C does: a prompt reads Ctrl-C as a key, so no signal was sent. */
export function endAsInterrupted(signal: AbortSignal): Promise<never> {
  process.stderr.write("Nothing was written\n")
  return new Promise((_, refuse) => {
    const end = (): void => refuse(new Error("interrupted"))
    signal.addEventListener("abort", end, { once: true })
    // Keeps the event loop alive: otherwise Node would exit before it handles the signal.
    setTimeout(end, 5_000)
    process.kill(process.pid, "SIGINT")
  })
}

/** Prompts for missing options on the terminal; `undefined` if the user cancels. */
export async function ask(
  given: Answers,
  { findFlaw, signal }: AskOptions,
): Promise<FullAnswers | undefined> {
  // Loaded only if there is something to ask, so that other commands start faster.
  const { prompts } = await import("./prompts.ts")
  const { confirm, intro, isCancel, outro, select, text } = prompts
  const where = { output: process.stderr, signal }
  intro("A new Trivet application", where)
  const name =
    given.name ??
    (await text({
      ...where,
      message: "What is the name of the application and its folder?",
      placeholder: "my-app",
      defaultValue: "my-app",
      validate: (typed = "") => findFlaw(typed === "" ? "my-app" : typed),
    }))
  if (isCancel(name)) return undefined
  const template =
    given.template ?? (await select({ ...where, message: "Which template?", options: choices }))
  if (isCancel(template)) return undefined
  const install =
    given.install ?? (await confirm({ ...where, message: "Install its packages with npm now?" }))
  if (isCancel(install)) return undefined
  const git = given.git ?? (await confirm({ ...where, message: "Create a git repository?" }))
  if (isCancel(git)) return undefined
  outro(`Creating ${name}`, where)
  return { name, template, install, git }
}

// The description is part of the label: a hint would be shown only for the selected choice.
const choices = (Object.entries(templates) as [TemplateName, string][]).map(([value, about]) => ({
  value,
  label: `${value}  ${about}`,
}))

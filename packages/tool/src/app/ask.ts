import { type TemplateName, templates } from "./template-files.ts"

/** What was not said on the command line is `undefined`. */
export interface Answers {
  readonly name: string | undefined
  readonly template: TemplateName | undefined
  readonly install: boolean | undefined
  readonly git: boolean | undefined
}

/** All that must be known. */
export type FullAnswers = { readonly [Key in keyof Answers]: NonNullable<Answers[Key]> }

/** How to ask. */
export interface AskOptions {
  /** What is wrong with a name, told to the person at once. */
  readonly findFlaw: (name: string) => string | undefined
  readonly signal: AbortSignal
}

/** Whether a person is there to be asked. Questions go to standard error: standard output is for results. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Ends the command as Ctrl-C does everywhere, with 130: a prompt reads Ctrl-C as a key, so no signal was sent. */
export function endAsInterrupted(signal: AbortSignal): Promise<never> {
  process.stderr.write("Nothing was written\n")
  return new Promise((_, refuse) => {
    const end = (): void => refuse(new Error("interrupted"))
    signal.addEventListener("abort", end, { once: true })
    // Nothing else is open, and Node would end before the signal is heard.
    setTimeout(end, 5_000)
    process.kill(process.pid, "SIGINT")
  })
}

/** Asks for what is missing, on the terminal; `undefined` when the person has had enough. */
export async function ask(
  given: Answers,
  { findFlaw, signal }: AskOptions,
): Promise<FullAnswers | undefined> {
  // Loaded when there is somebody to ask: most commands are not to pay for it.
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

// What each is stands in its label: a hint would show only beside the one that is chosen.
const choices = (Object.entries(templates) as [TemplateName, string][]).map(([value, about]) => ({
  value,
  label: `${value}  ${about}`,
}))

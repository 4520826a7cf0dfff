// No argument of a process can hold it.
const absent = "\0"

/** What was typed for an option; `undefined` where it was not typed at all, which is not the same as empty. */
export function typedOption(
  ctx: { queryDefault(name: string, byDefault: string): string },
  name: string,
): string | undefined {
  const typed = ctx.queryDefault(name, absent)
  return typed === absent ? undefined : typed
}

import type { catalogue, FaultEntry } from "./catalogue.ts"

/** The code of a fault of the framework, such as `"TOKEN_MISSING"`. Codes do not change between releases. */
export type FaultCode = keyof typeof catalogue

// For each text separately: concatenating the texts of a union would multiply all messages by all fixes.
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` | "" ? never : Name) | Placeholders<Rest>
  : never

/** The details of a fault: a value for each `{placeholder}` in its message and its fix. */
export type FaultDetails<Entry extends FaultEntry> = Readonly<
  Record<Placeholders<Entry["message" | "fix"]>, string | number>
>

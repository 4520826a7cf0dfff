import type { StandardSchema } from "trivet"

/** One option of a command of the tool. */
export interface OptionRule {
  readonly description: string
  /** A number is passed on as text, so that the command can report which numbers it accepts. */
  readonly type: "string" | "number" | "boolean"
  readonly default?: string | boolean
  /** The allowed values. */
  readonly enum?: readonly string[]
}

type ValueOf<Rule extends OptionRule> = Rule["type"] extends "boolean"
  ? boolean
  : Rule extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : string

/** The values of a command's options: `""` and `false` if an option was not given. */
export type OptionValues<Rules extends Readonly<Record<string, OptionRule>>> = {
  readonly [Name in keyof Rules]: ValueOf<Rules[Name]>
}

/** The schema of a command's options. Unlike in a `dto()`, an option without a default has a value: `""` or `false`. */
export function commandOptions<const Rules extends Readonly<Record<string, OptionRule>>>(
  rules: Rules,
): StandardSchema<unknown, OptionValues<Rules>> {
  const properties = Object.entries(rules).map(([name, rule]) => [
    name,
    rule.type === "number" && rule.default !== undefined ? { ...rule, default: Number(rule.default) } : rule,
  ])
  const json = { type: "object", properties: Object.fromEntries(properties) as object }
  return {
    "~standard": {
      version: 1,
      vendor: "trivet-tool",
      validate: (given) => {
        const values = Object.entries(rules).map(([name, { type, default: byDefault }]) => [
          name,
          textOfOption((given as Record<string, unknown>)[name]) ??
            byDefault ??
            (type === "boolean" ? false : ""),
        ])
        return { value: Object.fromEntries(values) as OptionValues<Rules> }
      },
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}

function textOfOption(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value
}

/** The options that every command has. */
export const programOptions = {
  entry: {
    type: "string",
    description:
      'the file that calls serve() or run(); else "trivet": { "entry" } in package.json, else src/main.ts',
  },
  timeout: {
    type: "number",
    default: "20",
    description: "how many seconds the program may take to create the application",
  },
} as const satisfies Readonly<Record<string, OptionRule>>

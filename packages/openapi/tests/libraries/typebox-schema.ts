import type { StandardSchema } from "trivet"
import type { Static, TSchema } from "typebox"
import { Compile } from "typebox/compile"

/** A compiled TypeBox type as a Standard Schema: TypeBox gives both halves, and leaves putting them together to us. */
export function typeboxSchema<Type extends TSchema>(type: Type): StandardSchema<Static<Type>> {
  const validator = Compile(type)
  const jsonSchema = () => type as Record<string, unknown>
  const issues = (value: unknown) =>
    validator
      .Errors(value)
      .map(({ message, instancePath }) => ({ message, path: instancePath.split("/").slice(1) }))
  return {
    "~standard": {
      version: 1,
      vendor: "typebox",
      validate: (value) => (validator.Check(value) ? { value } : { issues: issues(value) }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

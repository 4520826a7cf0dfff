import { PublicError } from "trivet"
import type { SerializedApp } from "./report.ts"

/** Rejects a module name that the application does not have. An empty name means all modules. */
export function checkModule({ modules }: Pick<SerializedApp, "modules">, name: string): void {
  const names = modules.map((module) => module.name)
  if (name !== "" && !names.includes(name))
    throw new PublicError(400, `there is no module "${name}". Modules: ${names.join(", ")}`)
}

import type { App } from "./app.ts"
import { builtOf } from "./built-of.ts"

/** What an application keeps in memory alone, as its services name it (`inMemory`). */
export function namesInMemory(app: App): readonly string[] {
  const kept = builtOf(app).wiring.order.map(
    ({ instance }) => (instance as { readonly inMemory?: unknown } | null)?.inMemory,
  )
  return [...new Set(kept.filter((name) => typeof name === "string"))]
}

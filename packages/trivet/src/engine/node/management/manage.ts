import type { EngineApp } from "../../../app/engine-app.ts"
import { shownKey } from "../../../fault/global-keys.ts"
import type { ManagementOptions } from "./management-options.ts"
import type { Managed, Management } from "./start-management.ts"

/** Opens the management port of a process, if its options ask for one. */
export async function manage(
  app: EngineApp,
  options: ManagementOptions | undefined,
  managed: Managed,
  where?: string,
): Promise<Management | undefined> {
  if (options === undefined) return undefined
  const { startManagement } = await import("./start-management.ts")
  const started = await startManagement(app, options, managed, where)
  app.settings.log.info({ [shownKey]: true }, `management on ${started.url}`)
  return started
}

import type { Migrator } from "./migrator.ts"

/** A migrator that is loaded when it is first used: most processes of an application never migrate. */
export function lazyMigrator(load: () => Promise<Migrator>): Migrator {
  let loading: Promise<Migrator> | undefined
  const loaded = () => (loading ??= load())
  return {
    migrate: async () => (await loaded()).migrate(),
    rollback: async (which) => (await loaded()).rollback(which),
    status: async () => (await loaded()).status(),
    planMigrate: async () => (await loaded()).planMigrate(),
    planRollback: async (which) => (await loaded()).planRollback(which),
  }
}

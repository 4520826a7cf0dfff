import { Disk } from "./mended-disk.ts"
import type { Store } from "./mended-store.ts"

export function openStore(): Store {
  return new Disk()
}

import { Disk } from "./fixed-disk.ts"
import type { Store } from "./fixed-store.ts"

export function openStore(): Store {
  return new Disk()
}

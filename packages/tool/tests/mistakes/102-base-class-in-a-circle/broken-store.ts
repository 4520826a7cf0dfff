// oxlint-disable import/no-cycle -- the mistake itself
import { Disk } from "./broken-disk.ts"

export class Store {
  static open(): Store {
    return new Disk()
  }
}

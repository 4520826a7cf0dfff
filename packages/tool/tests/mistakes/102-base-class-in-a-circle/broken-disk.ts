// oxlint-disable import/no-cycle -- the mistake itself
import { Store } from "./broken-store.ts"

// here
export class Disk extends Store {}

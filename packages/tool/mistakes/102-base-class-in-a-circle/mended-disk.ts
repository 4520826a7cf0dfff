import { Store } from "./mended-store.ts"

export class Disk extends Store {}

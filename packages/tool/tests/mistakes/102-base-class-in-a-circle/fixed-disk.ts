import { Store } from "./fixed-store.ts"

export class Disk extends Store {}

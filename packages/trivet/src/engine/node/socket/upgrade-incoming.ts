import { NodeIncoming } from "../call/node-incoming.ts"

/** A request that opens a socket. */
export class UpgradeIncoming extends NodeIncoming {
  readonly wantsSocket = true
}

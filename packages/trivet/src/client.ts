export { type Client, type ClientOptions, createClient } from "./client/create-client.ts"
export type { CallOptions, ClientCall, PendingReply, ReadOptions, TextValue } from "./client/client-call.ts"
export { ClientError, type ClientErrorCode } from "./client/client-error.ts"
export type { ClientReply, OtherReply, Parsed, ReplyOf, StreamedEvent } from "./client/client-reply.ts"
export type { HeaderValues } from "./client/header-values.ts"
export {
  type ClientSocket,
  type EventOf,
  type MessageTo,
  openSocket,
  type OpenSocketOptions,
  type SocketRecord,
} from "./client/streams/open-socket.ts"
export { readEvents, type ReceivedEvent } from "./client/streams/read-events.ts"
export { readStream } from "./client/streams/read-stream.ts"

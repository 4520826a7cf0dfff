import { AckPolicy, jetstream, jetstreamManager, PubHeaders } from "@nats-io/jetstream"
import { connect } from "@nats-io/transport-node"

// Another service, which reads events with a durable consumer and sends each to its parent with its id. It acknowledges late,
// so that some are delivered again when it is killed.
const [, , server = "", stream = ""] = process.argv
const client = await connect({ servers: server.replace("nats://", ""), maxReconnectAttempts: -1 })
const { consumers } = await jetstreamManager(client)
const settings = { durable_name: "other", ack_policy: AckPolicy.Explicit, ack_wait: 1e9 }
await consumers.add(stream, settings)
const consumer = await jetstream(client).consumers.get(stream, "other")
process.send!("ready")
for await (const message of await consumer.consume({ max_messages: 20 })) {
  process.send!({ id: message.headers?.get(PubHeaders.MsgIdHdr), ...message.json<{ order: number }>() })
  setTimeout(() => message.ack(), 50)
}

export { PrivateNats } from "./testing/private-nats.ts"

export { Fault } from "./fault/fault.ts"

export { MemoryMailer, type MemoryMailerOptions } from "./memory-mailer.ts"

export type { Access, AccessSetup, Caller, KeptMail, PreparedCall } from "./testing/access.ts"
export { accessCases, type AccessCasesOptions } from "./testing/access-cases.ts"
export { createTestApp, type TestApp, type TestAppOptions } from "./testing/create-test-app.ts"
export { TestClock, type TimeSpan } from "./testing/test-clock.ts"
export type { TestRequest } from "./testing/test-incoming.ts"
export { createTestLog, type LogLine, type TestLog } from "./testing/test-log.ts"
export type { TestReply } from "./testing/test-reply.ts"
export {
  findReplyProblem,
  type ReceivedReply,
  type ReplyProblem,
  type SentRequest,
} from "./testing/find-reply-problem.ts"
export { cacheCases } from "./testing/cache-cases.ts"
export type { ConformanceCase, ConformanceSubject } from "./testing/conformance.ts"
export { keyValueCases } from "./testing/key-value-cases.ts"
export { topicsCases, type TopicsSubject } from "./testing/topics-cases.ts"

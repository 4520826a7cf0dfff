export { queuesPage, type QueuesPageOptions } from "./page/queues-page.ts"

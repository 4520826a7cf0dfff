export { PrivatePostgres, type Shutdown } from "./testing/private-postgres.ts"
export { createTestDatabase, type TestDatabaseOptions } from "./testing/test-database.ts"
export type { TestDatabase } from "./testing/test-server.ts"

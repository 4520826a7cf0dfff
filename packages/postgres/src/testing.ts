export { PrivatePostgres, type Shutdown } from "./testing/private-postgres.ts"
export { createDatabaseOn, createTestDatabase, type TestDatabase } from "./testing/test-database.ts"

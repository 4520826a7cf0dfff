export { PrivatePostgres, type Shutdown } from "./testing/private-postgres.ts"
export { createTestDatabase, type TestDatabaseOptions } from "./testing/test-database.ts"
export type { TestDatabase } from "./testing/test-server.ts"
export { simulate } from "./testing/simulation/simulate.ts"
export type {
  CallOutcome,
  SimulatedFailure,
  SimulatedCall,
  SimulateOptions,
  SimulationResult,
} from "./testing/simulation/simulate-options.ts"

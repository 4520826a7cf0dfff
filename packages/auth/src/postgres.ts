export {
  type IdentityDatabase,
  type IdentityQueries,
  PostgresIdentities,
} from "./openid/postgres-identities.ts"

import { CompiledQuery } from "kysely"
import type { Context, ContextKey } from "trivet"
import type { Statement } from "../connection/session.ts"
import { fault } from "../faults.ts"

/** The tenant of a transaction: the name of the column, and the value that its rows have. */
export interface Tenant {
  readonly name: string
  readonly value: string
}

/** A value that identifies a tenant. */
export type TenantValue = string | number | bigint

/** The setting that policies read: `app.org_id`. */
export function settingOf(name: string): string {
  // It is part of SQL, and an identifier without quotation marks in all of it.
  if (!/^[a-z_][a-z\d_]{0,49}$/.test(name)) throw fault("TENANT_NAME_INVALID", { name: JSON.stringify(name) })
  return `app.${name}`
}

/** The tenant of `{ org_id: 7 }`. Throws a fault for no value: its rows would be those that have no tenant. */
export function tenantOf(name: string, value: unknown): Tenant {
  settingOf(name)
  const isValue = typeof value === "string" || typeof value === "number" || typeof value === "bigint"
  if (!isValue || value === "") throw fault("TENANT_MISSING", { name })
  return { name, value: String(value) }
}

/** The tenant that a call has: the context value with the name of the column, or that of the call that enqueued the job. */
export function findTenantOf(call: Context | undefined, name: string): Tenant | undefined {
  if (call === undefined) return undefined
  const value: unknown = call.get(name as ContextKey)
  if (value !== undefined && value !== null) return tenantOf(name, value)
  const { tenant } = (call as { readonly incoming?: { readonly tenant?: Tenant | undefined } }).incoming ?? {}
  return tenant?.name === name ? tenantOf(name, tenant.value) : undefined
}

/** The statement that sets the tenant until the transaction ends; none if there is no tenant. */
export function settingStatement(name: string, value: string): Statement {
  return CompiledQuery.raw("select set_config($1, $2, true)", [settingOf(name), value])
}

import { inject, module, type Route } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { postgres, type PostgresOptions } from "../../../src/index.ts"
import { TransferDb } from "./transfers.ts"

/** An application with these records, without a socket. */
export function transferAppWith(
  options: PostgresOptions,
  records: (db: TransferDb) => readonly Route[],
): Promise<TestApp> {
  class Controller {
    readonly #db = inject(TransferDb)
    routes() {
      return records(this.#db)
    }
  }
  const imports = [postgres(TransferDb, options)]
  return createTestApp(module({ name: "root", imports, declarations: [Controller] }))
}

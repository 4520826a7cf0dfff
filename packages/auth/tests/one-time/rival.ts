import { Database, PostgresKeyValue } from "@trivet/postgres"
import { KeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { OneTimeTokens, Revocations } from "../../src/index.ts"

class Db extends Database<Record<string, never>> {}

const store = new PostgresKeyValue(new Db({ url: process.argv[2] ?? "" }))
const declarations = [OneTimeTokens, Revocations, provide(KeyValue, () => store)]
const tokens = (await createTestApp(module({ name: "root", declarations }))).get(OneTimeTokens)

process.on("message", (token: string) => {
  void tokens.consume("reset", token).then((taken) => process.send?.(taken !== undefined))
})
process.send?.("ready")

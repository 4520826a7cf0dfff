// Fixed as the fault says.
import { auth } from "@trivet/auth"
import { Identities, MemoryIdentities, openid } from "@trivet/auth/openid"
import { KeyValue, MemoryKeyValue, module, provide } from "trivet"

const StoreModule = module({
  name: "store",
  exports: [KeyValue, Identities],
  declarations: [
    provide(KeyValue, () => new MemoryKeyValue()),
    provide(Identities, () => new MemoryIdentities()),
  ],
})

const CompanyLogin = openid({
  name: "company",
  imports: [auth({ imports: [StoreModule], settings: {} }), StoreModule],
  settings: {
    issuer: "https://id.example.com",
    clientId: "notes",
    clientSecret: "only for this example",
    origin: "https://app.example.com",
    accept: async (person) => person.userId,
  },
})

export const root = module({ name: "app", imports: [CompanyLogin] })

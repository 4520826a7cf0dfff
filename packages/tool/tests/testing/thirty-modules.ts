// An application of 30 modules, as a shop might have them: made to be drawn.
import { createApp, get, inject, module, type Module, type Token } from "trivet"
import { api } from "trivet/api"

type Plan = readonly [name: string, imports: readonly string[], services: readonly string[], routes: number]

const plans: readonly Plan[] = [
  ["config", [], ["Settings"], 0],
  ["clock", [], ["Calendar"], 0],
  ["database", ["config"], ["Database", "Migrations"], 0],
  ["cache", ["config"], ["SharedCache"], 0],
  ["mail", ["config"], ["Mailer", "Templates"], 0],
  ["storage", ["config"], ["Files"], 0],
  ["queue", ["config", "clock"], ["Jobs", "Worker"], 0],
  ["audit", ["database", "clock"], ["AuditLog"], 1],
  ["users", ["database", "cache"], ["UsersService", "UsersStore"], 5],
  ["auth", ["users", "cache", "mail"], ["Tokens", "Passwords"], 6],
  ["roles", ["users"], ["RolesService"], 3],
  ["addresses", ["database"], ["AddressBook"], 4],
  ["catalogue", ["database", "cache"], ["Products", "Categories"], 7],
  ["search", ["catalogue", "cache"], ["SearchIndex"], 2],
  ["images", ["storage", "queue"], ["Thumbnails"], 3],
  ["prices", ["catalogue", "clock"], ["PriceList", "Discounts"], 3],
  ["stock", ["database", "queue"], ["StockService"], 4],
  ["suppliers", ["stock", "mail"], ["SuppliersService"], 5],
  ["baskets", ["prices", "cache"], ["BasketsService"], 4],
  ["taxes", ["config"], ["TaxRates"], 0],
  ["payments", ["queue", "audit"], ["Payments", "Refunds"], 3],
  ["orders", ["baskets", "stock", "payments", "addresses", "taxes"], ["OrdersService", "OrdersStore"], 6],
  ["shipping", ["orders", "addresses"], ["Parcels"], 3],
  ["invoices", ["orders", "storage", "mail"], ["InvoicesService"], 2],
  ["returns", ["orders", "payments"], ["ReturnsService"], 3],
  ["reviews", ["catalogue", "users"], ["ReviewsService"], 4],
  ["newsletter", ["users", "mail", "queue"], ["Campaigns"], 2],
  ["reports", ["orders", "audit"], ["ReportsService"], 2],
  ["admin", ["roles", "audit", "suppliers", "reports"], ["Dashboard"], 8],
  [
    "shop",
    ["auth", "search", "images", "shipping", "invoices", "returns", "reviews", "newsletter", "admin"],
    [],
    0,
  ],
]

const modules = new Map<string, Module>()
const exported = new Map<string, Token<unknown>>()

for (const [name, imports, services, routes] of plans) {
  const needed = imports.flatMap((other) => exported.get(other) ?? [])
  const declared = services.map((service, at) => {
    const own = at === 0 ? needed : []
    return {
      [service]: class {
        readonly injected = own.map((wanted) => inject(wanted))
      },
    }[service]!
  })
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}Controller`
  const controller = class {
    readonly injected = declared.map((wanted) => inject(wanted as Token<unknown>))
    routes() {
      return Array.from({ length: routes }, (_, at) => get(`/${name}/${at}`, () => at))
    }
  }
  Object.defineProperty(controller, "name", { value: title })
  if (declared[0] !== undefined) exported.set(name, declared[0])
  modules.set(
    name,
    module({
      name,
      imports: imports.map((other) => modules.get(other)!),
      exports: declared.slice(0, 1),
      declarations: [...declared, ...(routes > 0 ? [controller] : [])],
    }),
  )
}

await createApp(modules.get("shop")!, { platform: api() })

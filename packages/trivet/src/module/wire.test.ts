import { describe, expect, it } from "vitest"
import type { Context } from "../context/context.ts"
import type { Next } from "../context/middleware.ts"
import { inject } from "../inject/inject.ts"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { get } from "./routes/make-route.ts"
import { module } from "./module.ts"
import { wire } from "./wire.ts"

class Pass {
  handle(_ctx: Context, next: Next) {
    return next()
  }
}

/** A controller of one route with the middleware `Pass`. */
function controller(path: string) {
  return class Controller {
    routes() {
      return [
        get(path, () => path, { middlewares: [Pass] }),
        get(`${path}/again`, () => path, { middlewares: [Pass] }),
      ]
    }
  }
}

describe("wire", () => {
  it("orders instances by need, over all modules, whatever the order of the lists", () => {
    class Log {}
    class Db {
      log = inject(Log)
    }
    class Users {
      db = inject(Db)
    }
    class Posts {
      users = inject(Users)
    }
    const data = module({ name: "data", exports: [Db], declarations: [Db, Log] })
    const users = module({ name: "users", imports: [data], exports: [Users], declarations: [Users] })
    const { order, faults } = wire(module({ name: "app", imports: [users], declarations: [Posts] }))
    expect(faults).toEqual([])
    expect(order.map(({ name }) => name)).toEqual(["Log", "Db", "Users", "Posts"])
  })

  it("makes what is lazy only if something injects it", () => {
    const Used = token<string>("Used")
    const Unused = token<string>("Unused")
    const made: string[] = []
    const lazily = (wanted: typeof Used, name: string) => ({
      ...provide(wanted, () => {
        made.push(name)
        return name
      }),
      lazy: true,
    })
    class User {
      used = inject(Used)
    }
    const declarations = [lazily(Unused, "unused"), lazily(Used, "used"), User]
    const { order, faults } = wire(module({ name: "app", declarations }))
    expect([made, faults, order.map(({ name }) => name)]).toEqual([["used"], [], ["Used", "User"]])
  })

  it("puts what `routes()` asks for before its controller too", () => {
    class Controller {
      routes() {
        const late = inject(Late)
        return [get("/", () => late)]
      }
    }
    class Late {}
    const { order } = wire(module({ name: "app", declarations: [Controller, Late] }))
    expect(order.map(({ name }) => name)).toEqual(["Late", "Controller"])
  })

  it("makes a middleware class once for each module that names it, by injection in that module", () => {
    const Prefix = token<string>("Prefix")
    class Named {
      prefix = inject(Prefix)
      handle() {
        return this.prefix
      }
    }
    const part = (name: string) => {
      class Controller {
        routes() {
          return [
            get(`/${name}`, () => 1, { middlewares: [Named] }),
            get(`/${name}/2`, () => 1, { middlewares: [Named] }),
          ]
        }
      }
      return module({ name, declarations: [Controller, provide(Prefix, () => name)] })
    }
    const { routes, faults } = wire(module({ name: "app", imports: [part("a"), part("b")] }))
    expect(faults).toEqual([])
    const instances = routes.map((route) => route.middlewares[0]!.instance as Named)
    expect(instances.map(({ prefix }) => prefix)).toEqual(["a", "a", "b", "b"])
    expect(new Set(instances).size).toBe(2)
  })

  it("shares a middleware that is declared, where the module sees it", () => {
    const shared = module({ name: "shared", exports: [Pass], declarations: [Pass] })
    const a = module({ name: "a", imports: [shared], declarations: [controller("/a")] })
    const b = module({ name: "b", imports: [shared], declarations: [controller("/b")] })
    const apart = module({ name: "apart", declarations: [controller("/apart")] })
    const { routes, order } = wire(module({ name: "app", imports: [a, b, apart] }))
    const declared = order.find(({ token: wanted }) => wanted === Pass)!.instance
    const shares = routes.map(({ path, middlewares }) => [path, middlewares[0]!.instance === declared])
    expect(Object.fromEntries(shares)).toEqual({
      "/a": true,
      "/a/again": true,
      "/b": true,
      "/b/again": true,
      "/apart": false,
      "/apart/again": false,
    })
  })

  it("takes a ready object as it is", () => {
    const pass = new Pass()
    class Controller {
      routes() {
        return [get("/", () => 1, { middlewares: [pass] })]
      }
    }
    const { routes } = wire(module({ name: "app", declarations: [Controller] }))
    expect(routes[0]!.middlewares[0]!.instance).toBe(pass)
    expect(routes[0]!.middlewares[0]!.name).toBe("Pass")
  })

  it("makes the application's middlewares in the root module", () => {
    const Name = token<string>("Name")
    class Named {
      name = inject(Name)
      handle() {}
    }
    const root = module({
      name: "app",
      imports: [module({ name: "part" })],
      declarations: [provide(Name, () => "root")],
    })
    const { middlewares, faults } = wire(root, { middlewares: [Named] })
    expect(faults).toEqual([])
    expect((middlewares[0]!.instance as Named).name).toBe("root")
  })

  it("lets middlewares inject what their module sees, and only that", () => {
    class Secrets {}
    class Guard {
      secrets = inject(Secrets)
      handle() {}
    }
    class Controller {
      routes() {
        return [get("/", () => 1, { middlewares: [Guard] })]
      }
    }
    const vault = module({ name: "vault", declarations: [Secrets] })
    const { faults } = wire(module({ name: "app", imports: [vault], declarations: [Controller] }))
    expect(faults.map(({ code, chain }) => [code, ...chain])).toEqual([
      ["TOKEN_NOT_EXPORTED", "Guard", "Secrets"],
    ])
  })

  it("takes replacements for what is declared", () => {
    class Mailer {
      send() {
        return "sent"
      }
    }
    class Users {
      mailer = inject(Mailer)
    }
    const mails = module({ name: "mails", exports: [Mailer], declarations: [Mailer] })
    const root = module({ name: "app", imports: [mails], declarations: [Users] })
    const standIn = { send: () => "kept" }
    const { order } = wire(root, { replaced: [provide(Mailer, () => standIn)] })
    const users = order.find(({ name }) => name === "Users")!.instance as Users
    expect(users.mailer).toBe(standIn)
  })

  it("calls handlers of the controller and functions that stand alone its own, and refuses a service's method", () => {
    class Service {
      list() {}
    }
    class Base {
      inherited() {}
    }
    const alone = () => 1
    class Controller extends Base {
      service = inject(Service)
      field = () => 1
      own() {}
      routes() {
        return [
          get("/own", this.own),
          get("/inherited", this.inherited),
          get("/field", this.field),
          get("/alone", alone),
          get("/bound", this.service.list.bind(this.service)),
          get("/service", this.service.list),
        ]
      }
    }
    const { faults } = wire(module({ name: "app", declarations: [Controller, Service] }))
    expect(faults.map(({ code, details }) => [code, details["route"], details["owner"]])).toEqual([
      ["HANDLER_OF_ANOTHER_OBJECT", "GET /service", "Service"],
    ])
  })

  it("reads controllers that are provided instead of declared", () => {
    class Controller {
      readonly path: string
      constructor(path: string) {
        this.path = path
      }
      routes() {
        return [get(this.path, () => 1)]
      }
    }
    const Health = token<Controller>("Health")
    const root = module({ name: "app", declarations: [provide(Health, () => new Controller("/health"))] })
    expect(wire(root).routes.map(({ path }) => path)).toEqual(["/health"])
  })

  it("reads no routes of a controller that could not be made, and all of the others", () => {
    class Broken {
      constructor() {
        throw new Error("on purpose")
      }
      routes() {
        return [get("/broken", () => 1)]
      }
    }
    const { routes, faults } = wire(module({ name: "app", declarations: [Broken, controller("/a")] }))
    expect(routes.map(({ path }) => path)).toEqual(["/a", "/a/again"])
    expect(faults.map(({ code }) => code)).toEqual(["CONSTRUCTION_FAILED"])
  })

  it("refuses middlewares of the application that have no `handle`", () => {
    const middlewares = [() => 1, {}, class Empty {}] as never
    const { faults } = wire(module({ name: "app" }), { middlewares })
    expect(faults.map(({ code, details }) => [code, details["entry"]])).toEqual([
      ["MIDDLEWARE_INVALID", "a function without a name"],
      ["MIDDLEWARE_INVALID", "a plain object"],
      ["MIDDLEWARE_INVALID", "the class `Empty`"],
    ])
  })
})

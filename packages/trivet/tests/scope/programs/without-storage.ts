// As where there are no `node:` modules: prints the fault of an application that needs the scope, and then whether it
// starts with a class that the runtime has as a global.
const { AsyncLocalStorage } = process.getBuiltinModule("node:async_hooks")
Object.assign(process, { getBuiltinModule: () => undefined })

const { BootFault, createApp, module } = await import("trivet")
const { api } = await import("trivet/api")
const { useCallScope } = await import("trivet/extend")

class QueryComments {
  readonly scope = useCallScope("QueryComments")
}
class Repository {
  readonly scope = useCallScope("Repository")
}
const root = module({ name: "scoped", declarations: [QueryComments, Repository] })
const thrown = await createApp(root, { platform: api() }).catch((error: unknown) => error)
const faults = thrown instanceof BootFault ? thrown.faults : []
console.log(JSON.stringify(faults.map(({ code, message, fix, chain }) => ({ code, message, fix, chain }))))

Object.assign(globalThis, { AsyncLocalStorage })
const app = await createApp(root, { platform: api() })
console.log(JSON.stringify(app.get(QueryComments).scope === app.get(Repository).scope))

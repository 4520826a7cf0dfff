// Large because: it is one list, and each mistake is a small application of its own.
import { type CanActivate, type ExecutionContext, Get, Post, UseGuards, Delete, Body } from "@nestjs/common"
import { boot, controller, injected, moduleOf, parameter, provider } from "./nest-app.ts"
import type { Mistakes } from "./rival.ts"
import { inFiles } from "./runtime.ts"

const decorators = "handlers are methods under a decorator"

/** The mistakes as users of NestJS 12, on Fastify, would make them. Decorators are called as functions. */
export const nestMistakes: Mistakes = {
  ...inFiles,
  "01-missing-provider": () => {
    class Posts {}
    provider(Posts)
    class PostsController {
      index() {}
    }
    return boot(moduleOf({ controllers: [controller(PostsController, { index: Get("/posts") }, Posts)] }))
  },
  "02-not-exported": () => {
    class Users {}
    const UsersModule = moduleOf({ providers: [provider(Users)] })
    class PostsController {
      index() {}
    }
    const routes = controller(PostsController, { index: Get("/posts") }, Users)
    return boot(moduleOf({ imports: [UsersModule], controllers: [routes] }))
  },
  "03-not-imported": () => {
    class Users {}
    const UsersModule = moduleOf({ providers: [provider(Users)], exports: [Users] })
    class PostsController {
      index() {}
    }
    const PostsModule = moduleOf({
      controllers: [controller(PostsController, { index: Get("/posts") }, Users)],
    })
    return boot(moduleOf({ imports: [UsersModule, PostsModule] }))
  },
  "04-ambiguous": () => {
    class Store {}
    provider(Store)
    const memory = moduleOf({ providers: [Store], exports: [Store] })
    const disk = moduleOf({ providers: [Store], exports: [Store] })
    class FilesController {
      index() {}
    }
    const routes = controller(FilesController, { index: Get("/files") }, Store)
    return boot(moduleOf({ imports: [memory, disk], controllers: [routes] }))
  },
  "05-service-cycle": () => {
    class Users {}
    class Posts {}
    return boot(moduleOf({ providers: [provider(Users, Posts), provider(Posts, Users)] }))
  },
  "06-module-undefined": () => {
    const misspelt = undefined as unknown as new () => object
    return boot(moduleOf({ imports: [misspelt] }))
  },
  "07-files-import-each-other": async () => {
    const { PostsModule } = await import("./cycle/posts.ts")
    await boot(PostsModule)
  },
  "08-inject-undefined": () => {
    class HelloController {
      index() {}
    }
    const routes = controller(HelloController, { index: Get("/hello") }, Object)
    injected(HelloController, 0, undefined)
    return boot(moduleOf({ controllers: [routes] }))
  },
  "10-controller-twice": () => {
    class HelloController {
      index() {}
    }
    const routes = controller(HelloController, { index: Get("/hello") })
    return boot(moduleOf({ controllers: [routes, routes] }))
  },
  "11-service-in-two-modules": () => {
    class Users {}
    provider(Users)
    const users = moduleOf({ providers: [Users], exports: [Users] })
    return boot(moduleOf({ imports: [users], providers: [Users] }))
  },
  "13-class-in-imports": () => {
    class Posts {}
    return boot(moduleOf({ imports: [provider(Posts)] }))
  },
  "14-instance-in-declarations": () => {
    class Posts {}
    provider(Posts)
    return boot(moduleOf({ providers: [new Posts() as unknown as new () => object] }))
  },
  "15-export-undeclared": () => {
    class Posts {}
    return boot(moduleOf({ exports: [provider(Posts)] }))
  },
  "21-constructor-throws": () => {
    class Queue {
      constructor() {
        throw new Error("no address")
      }
    }
    return boot(moduleOf({ providers: [provider(Queue)] }))
  },
  "22-routes-equal": () => {
    class PostsController {
      index() {}
      list() {}
    }
    const routes = controller(PostsController, { index: Get("/posts"), list: Get("/posts") })
    return boot(moduleOf({ controllers: [routes] }))
  },
  "23-routes-equal-but-for-a-name": () => {
    class PostsController {
      show() {}
      find() {}
    }
    const routes = controller(PostsController, { show: Get("/posts/:id"), find: Get("/posts/:slug") })
    return boot(moduleOf({ controllers: [routes] }))
  },
  "24-handler-misspelt": decorators,
  "25-handler-called": decorators,
  "27-handler-of-a-service": decorators,
  "34-middleware-without-handle": () => {
    class PostsController {
      index() {}
    }
    const shout = { shout: () => true } as unknown as CanActivate
    return boot(
      moduleOf({ controllers: [controller(PostsController, { index: [Get("/posts"), UseGuards(shout)] })] }),
    )
  },
  "36-middleware-too-early": () => {
    class Auth implements CanActivate {
      canActivate(context: ExecutionContext) {
        context.switchToHttp().getRequest<{ user?: string }>().user = "ada"
        return true
      }
    }
    class OnlyAda implements CanActivate {
      canActivate(context: ExecutionContext) {
        return context.switchToHttp().getRequest<{ user?: string }>().user === "ada"
      }
    }
    class PostsController {
      index() {}
    }
    const guarded = [Get("/posts"), UseGuards(OnlyAda, Auth)]
    return boot(moduleOf({ controllers: [controller(PostsController, { index: guarded })] }))
  },
  "37-path-not-a-string": "a decorator without a path means the controller's own",
  "41-wildcard-in-the-middle": () => {
    class FilesController {
      index() {}
    }
    return boot(moduleOf({ controllers: [controller(FilesController, { index: Get("/files/*/raw") })] }))
  },
  "43-parameter-twice": () => {
    class PostsController {
      index() {}
    }
    const routes = controller(PostsController, { index: Get("/users/:id/posts/:id") })
    return boot(moduleOf({ controllers: [routes] }))
  },
  "49-tag-unknown": "rules are decorators, imported by name",
  "101-three-files-in-a-circle": async () => {
    const { OrdersModule } = await import("./cycle/orders.ts")
    await boot(OrdersModule)
  },
  "107-export-nobody-uses": () => {
    class Hashes {}
    const users = moduleOf({ providers: [provider(Hashes)], exports: [Hashes] })
    return boot(moduleOf({ imports: [users] }))
  },
  "108-service-nobody-injects": () => {
    class Greetings {}
    return boot(moduleOf({ providers: [provider(Greetings)] }))
  },
  "109-middleware-never-used": () => {
    class Guard implements CanActivate {
      canActivate() {
        return true
      }
    }
    return boot(moduleOf({ providers: [provider(Guard)] }))
  },
  "110-post-without-guard": () => {
    class Guard implements CanActivate {
      canActivate() {
        return true
      }
    }
    class PostsController {
      create() {}
      remove() {}
    }
    const routes = controller(PostsController, {
      create: [Post("/posts"), UseGuards(Guard)],
      remove: Delete("/posts/:id"),
    })
    return boot(moduleOf({ controllers: [routes] }))
  },
  "111-params-misnamed": "parameters have no schema of their own",
  "112-slash-at-the-end": "a slash at the end of a path is dropped",
  "113-escape-that-nobody-sends": () => {
    class MenuController {
      index() {}
    }
    return boot(moduleOf({ controllers: [controller(MenuController, { index: Get("/caf%c3%a9") })] }))
  },
  "114-value-never-provided": () => {
    class ProfileController {
      show(request: { user: string }) {
        return request.user
      }
    }
    return boot(moduleOf({ controllers: [controller(ProfileController, { show: Get("/profile") })] }))
  },
  "115-parameter-misspelt": () => {
    class PostsController {
      show(id: string) {
        return id
      }
    }
    const routes = controller(PostsController, { show: Get("/posts/:id") })
    parameter(PostsController, "show", "postId")
    return boot(moduleOf({ controllers: [routes] }))
  },
  "116-middleware-twice": () => {
    class Counted implements CanActivate {
      canActivate() {
        return true
      }
    }
    class PostsController {
      index() {}
    }
    UseGuards(Counted)(PostsController)
    const routes = controller(PostsController, { index: [Get("/posts"), UseGuards(Counted)] })
    return boot(moduleOf({ controllers: [routes] }))
  },
  "117-body-of-a-get": () => {
    class SearchController {
      search(body: unknown) {
        return body
      }
    }
    const routes = controller(SearchController, { search: Get("/search") })
    Body()(SearchController.prototype, "search", 0)
    return boot(moduleOf({ controllers: [routes] }))
  },
}

import {
  Controller,
  Delete,
  Get,
  Injectable,
  Module as NestModule,
  Param,
  Patch,
  Post,
  Put,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify"
import { decorateMethod } from "../../decorate-method.ts"
import type { Boot } from "../boot.ts"
import { modules, routeShapes, services } from "../shape.ts"

type Class = new (...injected: object[]) => object

const decorators = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete }

const classes: Class[] = []
for (const { name, injects } of services) {
  const named = {
    [name]: class {
      readonly injected: readonly object[]

      constructor(...injected: object[]) {
        this.injected = injected
      }
    },
  }
  classes.push(
    injectable(
      named[name]!,
      injects.map((at) => classes[at]!),
    ),
  )
}

const moduleClasses: Class[] = []
for (const { name, imports, services: own, path } of modules) {
  const named = { [name]: class {} }
  const providers = own.map((at) => classes[at]!)
  NestModule({
    imports: imports.map((at) => moduleClasses[at]!),
    providers,
    exports: providers,
    controllers: [controllerFor(path, providers)],
  })(named[name]!)
  moduleClasses.push(named[name]!)
}

class AppModule {}
NestModule({ imports: moduleClasses })(AppModule)

function controllerFor(path: string, injects: readonly Class[]): Class {
  const controller = class {
    readonly injected: readonly object[]

    constructor(...injected: object[]) {
      this.injected = injected
    }
  }
  routeShapes.forEach(([method, below], at) => {
    const name = `route${at}`
    Object.defineProperty(controller.prototype, name, {
      value(this: { readonly injected: readonly object[] }, id = "", item = "") {
        return { id, item, injected: this.injected.length }
      },
    })
    decorateMethod(controller, name, decorators[method](below))
    Param("id")(controller.prototype, name, 0)
    Param("item")(controller.prototype, name, 1)
  })
  Controller(path)(controller)
  return injectable(controller, injects)
}

/** What the compiler writes for the types of a decorated class's parameters. */
function injectable(target: Class, injects: readonly Class[]): Class {
  Injectable()(target)
  Reflect.defineMetadata("design:paramtypes", injects, target)
  return target
}

/** The application in NestJS. */
export const boot: Boot = async () => {
  const adapter = new FastifyAdapter()
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false })
  await app.init()
  return async (path) => (await app.inject({ method: "GET", url: path })).json()
}

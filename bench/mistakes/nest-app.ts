/// <reference types="reflect-metadata" />
import {
  Controller,
  Inject,
  Injectable,
  type LoggerService,
  Module,
  type ModuleMetadata,
  Param,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { decorateMethod } from "../decorate-method.ts"

type Class = new (...args: never) => object

/** Declares a class for injection, as the decorator and the emitted types of its constructor would. */
export function provider<Target extends Class>(target: Target, ...needs: readonly unknown[]): Target {
  Injectable()(target)
  Reflect.defineMetadata("design:paramtypes", [...needs], target)
  return target
}

/** Asks for a token by hand, as `@Inject(token)` in a constructor would. */
export function injected(target: Class, at: number, token: unknown): void {
  Inject(token as string)(target, undefined, at)
}

/** Declares a controller with its routes: each a method's name and the decorators on it. */
export function controller<Target extends Class>(
  target: Target,
  routes: Readonly<Record<string, MethodDecorator | readonly MethodDecorator[]>>,
  ...needs: readonly unknown[]
): Target {
  Controller()(target)
  Reflect.defineMetadata("design:paramtypes", [...needs], target)
  for (const [name, decorators] of Object.entries(routes))
    decorateMethod(target, name, ...[decorators].flat())
  return target
}

/** Reads a parameter in a handler's first argument. */
export function parameter(target: Class, method: string, name: string): void {
  Param(name)(target.prototype as object, method, 0)
}

/** Makes a module. */
export function moduleOf(metadata: ModuleMetadata): Class {
  const target = class AppModule {}
  Module(metadata)(target)
  return target
}

/** Starts an application up to the point where it would listen. A logged warning counts as a report. */
export async function boot(root: unknown): Promise<void> {
  const told: string[] = []
  const ignore = () => undefined
  const note = (message: unknown) => void told.push(String(message))
  const logger: LoggerService = {
    log: ignore,
    debug: ignore,
    verbose: ignore,
    warn: note,
    error: note,
    fatal: note,
  }
  const app = await NestFactory.create(root as Class, new FastifyAdapter(), { logger, abortOnError: false })
  await app.init()
  await (app.getHttpAdapter().getInstance() as { ready(): Promise<unknown> }).ready()
  if (told.length > 0) throw new Error(told.join("\n"))
}

/** Applies NestJS decorators to a method the way compiled decorator syntax does. */
export function decorateMethod(
  target: new (...args: never) => object,
  name: string,
  ...decorators: readonly MethodDecorator[]
): void {
  const prototype = target.prototype as object
  for (const decorator of decorators.toReversed()) {
    decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name)!)
  }
}

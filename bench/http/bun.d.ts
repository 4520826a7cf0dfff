// The types of Bun would take the place of Node's in the whole workspace: this is all that the bench calls.
declare namespace Bun {
  interface ServeOptions {
    readonly port: number
    readonly hostname: string
    fetch(request: Request): Response | Promise<Response>
  }
  function serve(options: ServeOptions): { readonly port: number }
}

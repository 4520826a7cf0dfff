import type { AppDescription } from "trivet/extend"

/**
 * The paths of routes whose calls are too many to be shown one by one: folders of `staticFiles()`, and the probes of
 * `health()`, which are served even under overload. Both are left out of API documents.
 */
export function quietRoutes({ routes }: AppDescription): readonly string[] {
  return routes
    .filter(({ method, path, record }) => {
      const { about, serveWhenOverloaded } = record
      const isHidden = method === "GET" && about?.hidden === true
      return isHidden && (path.endsWith("/*") || serveWhenOverloaded === true)
    })
    .map(({ path }) => path)
}

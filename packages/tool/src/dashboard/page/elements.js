// Everything that is shown is set as text: no name, path or error of an application can become markup.

/** An element with attributes and children; texts stay texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (key === "class") made.className = value
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value)
    else made.setAttribute(key, value === true ? "" : value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== ""))
  return made
}

export const byId = (id) => document.getElementById(id)

export const fill = (parent, ...children) =>
  parent.replaceChildren(...children.filter((child) => child !== undefined))

export function milliseconds(value) {
  if (value === undefined) return "…"
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString("en")} ms`
}

export function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`
  const [unit, name] = bytes < 1024 ** 2 ? [1024, "KiB"] : [1024 ** 2, "MiB"]
  return `${(bytes / unit).toFixed(1)} ${name}`
}

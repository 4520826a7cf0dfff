// Large because: the views of the page share their state.
import { byId, element, fill, milliseconds, size } from "./elements.js"
import { notesOf, waterfallOf } from "./waterfall.js"

const views = ["calls", "routes", "jobs", "mails", "modules", "configuration"]
const calls = new Map()
let application = { routes: [], variables: [], app: { modules: [], kinds: [] } }
let shownCall
let shownRoute
let sentCall
let shownJob
let shownMail
/** Style sheets, scripts and pictures are folded. */
let areFilesShown = false

// What is shown ------------------------------------------------------------------------------------------------------

function statusClass(status) {
  return `status s${String(status ?? "").slice(0, 1)}`
}

function clockTime(began) {
  return new Date(began).toTimeString().slice(0, 8)
}

/** Tells a person what became of what they did. */
function tell(text) {
  byId("told").textContent = text
  clearTimeout(tell.timer)
  tell.timer = setTimeout(() => (byId("told").textContent = ""), 8000)
}

// Calls --------------------------------------------------------------------------------------------------------------

function callRow(call) {
  const row = element(
    "tr",
    { class: [call.id === shownCall ? "chosen" : "", call.isCurrent ? "" : "old"].join(" ").trim() },
    element("td", { class: "clock" }, timeOf(call.began)),
    element("td", {}, element("span", { class: statusClass(call.status) }, String(call.status ?? "…"))),
    element(
      "td",
      {},
      element(
        "a",
        { href: `#/calls/${call.id}`, "aria-current": call.id === shownCall ? "true" : undefined },
        element("span", { class: "method" }, call.method),
        " ",
        element("span", { class: "mono" }, call.path),
      ),
      call.note === undefined ? undefined : element("span", { class: "note-short" }, call.note),
    ),
    element("td", { class: "number" }, milliseconds(call.ms), durationBar(call.ms)),
  )
  row.dataset.id = call.id
  return row
}

function timeOf(began) {
  const date = new Date(began)
  return element("time", { datetime: date.toISOString(), title: date.toString() }, clockTime(began))
}

/** 1 ms to 10 s, on a logarithmic scale: each quarter is ten times as long. */
function durationBar(ms) {
  if (ms === undefined) return undefined
  const pace = ms < 100 ? "" : ms < 1000 ? " slow" : " very-slow"
  const bar = element("span", { class: `duration${pace}`, "aria-hidden": "true" })
  bar.style.width = `${Math.min(100, Math.max(3, 25 * Math.log10(Math.max(ms, 1))))}%`
  return bar
}

function isWanted(call) {
  const text = byId("calls-text").value.trim().toLowerCase()
  if (byId("calls-failed").checked && (call.status ?? 0) < 400) return false
  return `${call.method} ${call.path} ${call.status ?? ""} ${call.pattern ?? ""} ${call.note ?? ""}`
    .toLowerCase()
    .includes(text)
}

function drawCalls() {
  const rows = byId("calls-rows")
  const focused = document.activeElement?.closest("#calls-rows tr")?.dataset.id
  const wanted = [...calls.values()].filter(isWanted).toReversed()
  const files = wanted.filter(({ isFile }) => isFile).length
  const shown = areFilesShown ? wanted : wanted.filter((call) => !call.isFile || call.id === shownCall)
  fill(rows, ...shown.map(callRow))
  rows.querySelector(`tr[data-id="${focused}"] a`)?.focus()
  byId("calls-empty").hidden = wanted.length > 0
  byId("calls-table").hidden = shown.length === 0
  const button = byId("calls-files")
  button.hidden = files === 0
  button.setAttribute("aria-expanded", String(areFilesShown))
  button.textContent = files === 1 ? "1 request for a file" : `${files} requests for files`
}

/** At most once for each frame, however many calls come in. */
function drawCallsSoon() {
  drawCallsSoon.frame ??= requestAnimationFrame(() => {
    drawCallsSoon.frame = undefined
    drawCalls()
  })
}

function headerList(headers) {
  return element(
    "dl",
    { class: "headers" },
    ...headers.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  )
}

function bodyOf(body, nothing) {
  if (body === undefined) return element("p", { class: "quiet" }, nothing)
  const about = `${body.type === "" ? "no type" : body.type}, ${size(body.bytes)}`
  return element(
    "div",
    {},
    element("p", { class: "quiet" }, body.text === undefined ? `${about}; not shown` : about),
    body.text === undefined ? undefined : element("pre", { tabindex: "0" }, body.text),
  )
}

function messageOf(title, message, nothing) {
  if (message === undefined) return []
  return [
    element("h3", {}, title),
    bodyOf(message.body, nothing),
    element(
      "details",
      {},
      element("summary", {}, `${message.headers.length} headers`),
      headerList(message.headers),
    ),
  ]
}

function logsOf(call) {
  if (call.logs.length === 0) return []
  const levels = { error: "s5", fatal: "s5", warn: "s4", info: "s2" }
  return [
    element("h3", {}, `Log (${call.logs.length})`),
    element(
      "ol",
      { class: "logs" },
      ...call.logs.map((line) =>
        element(
          "li",
          {},
          element("span", { class: `level ${levels[line.level] ?? ""}` }, line.level),
          " ",
          line.message,
          " ",
          element("span", { class: "quiet" }, line.fields),
        ),
      ),
    ),
  ]
}

function sourceOf(source) {
  return [
    element("p", { class: "quiet" }, `${source.file}:${source.line}`),
    element(
      "pre",
      { class: "source", tabindex: "0" },
      ...source.lines.map((line, at) => {
        const number = source.first + at
        const isMeant = number === source.line
        return element(
          "span",
          { class: isMeant ? "meant" : undefined },
          `${isMeant ? ">" : " "} ${String(number).padStart(4)}  ${line}`,
        )
      }),
    ),
  ]
}

function errorOf({ error }) {
  if (error === undefined) return undefined
  return element(
    "section",
    { class: "error", "aria-label": "Error" },
    element("h3", {}, error.title),
    ...error.causes.map((cause) => element("p", {}, `Caused by ${cause}`)),
    ...(error.source === undefined ? [] : sourceOf(error.source)),
    error.frames.length === 0
      ? undefined
      : element(
          "details",
          {},
          element("summary", {}, `${error.frames.length} frames`),
          element("pre", { tabindex: "0" }, error.frames.join("\n")),
        ),
  )
}

async function save(id, button, result) {
  button.disabled = true
  const answer = await post("save", { id })
  button.disabled = false
  if (answer.done === undefined) return tell(`Not saved. ${answer.problem}`)
  result.textContent = `Saved as ${answer.done}. Running it …`
  const run = await post("run", { id })
  result.textContent = `Saved as ${answer.done}. ${run.done ?? run.problem}`
}

function saveParts(call) {
  const result = element("span", { class: "quiet", role: "status" })
  const onclick = () => save(call.id, button, result)
  const button = element("button", { type: "button", onclick }, "Save as test")
  button.disabled = !call.isCurrent || call.ms === undefined
  return element(
    "div",
    { class: "actions" },
    button,
    call.isCurrent
      ? result
      : element("span", { class: "quiet" }, "Made before the last restart: send it again to save it."),
  )
}

/** A call that is no request has no headers and no reply. */
function payloadParts(body) {
  return [
    element("h3", {}, "Payload"),
    body?.text === undefined
      ? element("p", { class: "quiet" }, "none, or none that was read")
      : element("pre", { tabindex: "0" }, body.text),
  ]
}

function callParts(call) {
  const route = application.routes.find((one) => one.method === call.method && one.path === call.pattern)
  const isRequest = call.kind === "request"
  return [
    element(
      "div",
      { class: "head" },
      element(
        "h2",
        { tabindex: "-1" },
        element("span", { class: "mono" }, `${call.method} ${call.path}`),
        " ",
        element("span", { class: statusClass(call.status) }, String(call.status ?? "in progress")),
      ),
    ),
    element(
      "p",
      { class: "facts" },
      element("span", {}, milliseconds(call.ms)),
      element("span", {}, `at ${clockTime(call.began)}`),
      call.pattern === call.path ? undefined : element("span", {}, call.pattern ?? "no route"),
      route === undefined
        ? undefined
        : element(
            "a",
            { href: `#/routes/${encodeURIComponent(`${route.method} ${route.path}`)}` },
            route.handler,
          ),
      route === undefined ? undefined : element("span", {}, route.where),
    ),
    isRequest ? saveParts(call) : undefined,
    errorOf(call),
    notesOf(call.waterfall),
    ...waterfallOf(call.waterfall, call.operations.length),
    ...logsOf(call),
    ...(isRequest
      ? [
          ...messageOf("Reply", call.reply, "no body"),
          ...messageOf("Request", call.request, "no body, or none that was read"),
        ]
      : payloadParts(call.request.body)),
  ]
}

async function drawCall(id, parent, isStill) {
  const reply = await fetch(`call?id=${encodeURIComponent(id)}`)
  if (!isStill()) return
  if (!reply.ok) {
    fill(parent, element("p", { class: "quiet" }, "This call is no longer kept."))
    return
  }
  const call = await reply.json()
  if (!isStill()) return
  // What was opened stays open, and the place stays the same, when a call ends while it is looked at.
  const isSame = parent.dataset.call === id
  const opened = isSame ? [...parent.querySelectorAll("details")].map(({ open }) => open) : []
  const top = isSame ? parent.scrollTop : 0
  parent.dataset.call = id
  fill(parent, ...callParts(call))
  parent.querySelectorAll("details").forEach((one, at) => (one.open = opened[at] ?? false))
  parent.scrollTop = top
}

// Routes -------------------------------------------------------------------------------------------------------------

function routeKey(route) {
  return `${route.method} ${route.path}`
}

function drawRoutes() {
  const text = byId("routes-text").value.trim().toLowerCase()
  const wanted = application.routes
    .filter((route) => `${routeKey(route)} ${route.handler} ${route.module}`.toLowerCase().includes(text))
    .toSorted((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1))
  fill(
    byId("routes-rows"),
    ...wanted.map((route) =>
      element(
        "li",
        {},
        element(
          "a",
          {
            href: `#/routes/${encodeURIComponent(routeKey(route))}`,
            "aria-current": routeKey(route) === shownRoute ? "true" : undefined,
          },
          element("span", { class: "method" }, route.method),
          " ",
          element("span", { class: "mono" }, route.path),
          element("span", { class: "handler" }, `${route.handler}, module ${route.module}`),
        ),
      ),
    ),
  )
}

/** A value that a JSON Schema would accept, as far as it can be guessed. */
function sampleOf(schema, root = schema, depth = 0) {
  if (typeof schema !== "object" || schema === null || depth > 6) return null
  if (typeof schema.$ref === "string") {
    const found = schema.$ref
      .split("/")
      .slice(1)
      .reduce((part, name) => part?.[name], root)
    return sampleOf(found, root, depth + 1)
  }
  for (const known of [schema.const, schema.default, schema.examples?.[0], schema.enum?.[0]])
    if (known !== undefined) return known
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (first !== undefined) return sampleOf(first, root, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === "object" || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sampleOf(part, root, depth + 1)]),
    )
  if (type === "array") return schema.items === undefined ? [] : [sampleOf(schema.items, root, depth + 1)]
  if (type === "integer" || type === "number") return schema.minimum > 0 ? schema.minimum : 0
  if (type === "boolean") return false
  const formats = {
    email: "ada@example.com",
    uuid: "00000000-0000-4000-8000-000000000000",
    uri: "https://example.com",
  }
  return type === "string"
    ? (formats[schema.format] ?? "".padEnd(schema.minLength > 1 ? schema.minLength : 0, "x"))
    : null
}

function fieldOf(id, label, control, hint) {
  control.id = id
  const isWide = control instanceof HTMLTextAreaElement
  const told =
    hint === undefined || hint === "" ? undefined : element("p", { class: "hint", id: `${id}-hint` }, hint)
  if (told !== undefined) control.setAttribute("aria-describedby", told.id)
  return element(
    "div",
    { class: isWide ? "field wide" : "field" },
    element("label", { for: id }, label),
    control,
    told,
  )
}

function queryControl(schema) {
  if (Array.isArray(schema.enum))
    return element(
      "select",
      {},
      element("option", { value: "" }, "(not sent)"),
      ...schema.enum.map((one) => element("option", {}, String(one))),
    )
  return element("input", { autocomplete: "off", spellcheck: "false" })
}

function hintOf(schema, required) {
  const { type, format, minimum, maximum, default: given } = schema
  return [
    required ? "required" : undefined,
    format ?? (Array.isArray(type) ? type.join(" or ") : type),
    minimum === undefined || Math.abs(minimum) > 1e15 ? undefined : `at least ${minimum}`,
    maximum === undefined || Math.abs(maximum) > 1e15 ? undefined : `at most ${maximum}`,
    given === undefined ? undefined : `default ${JSON.stringify(given)}`,
  ]
    .filter((part) => part !== undefined)
    .join(", ")
}

function credentialsControl(route) {
  const having = [...calls.values()]
    .filter((call) => call.hasCredentials && call.isCurrent)
    .toReversed()
    .slice(0, 20)
  const control = element(
    "select",
    {},
    element("option", { value: "" }, "none"),
    ...having.map((call) =>
      element("option", { value: call.id }, `${call.method} ${call.path} at ${clockTime(call.began)}`),
    ),
  )
  if (route.guarded && having.length > 0) control.value = having[0].id
  return control
}

/** The form of a route, made of its contract. */
function formOf(route) {
  const parameters = [...route.path.matchAll(/[:*](\w*)/g)].map(([, name]) => {
    const control = element("input", { required: true, autocomplete: "off", spellcheck: "false" })
    return { name: name === "" ? "*" : name, control }
  })
  const query = Object.entries(route.accepts.query?.properties ?? {}).map(([name, schema]) => {
    const required = route.accepts.query.required?.includes(name) ?? false
    return { name, control: queryControl(schema), hint: hintOf(schema, required) }
  })
  const hasBody =
    !["GET", "HEAD", "DELETE", "OPTIONS"].includes(route.method) || route.accepts.body !== undefined
  const sample = route.accepts.body === undefined ? undefined : sampleOf(route.accepts.body)
  const body = element("textarea", { rows: "8", spellcheck: "false" })
  body.value = sample === undefined ? "" : JSON.stringify(sample, undefined, 2)
  const headers = element("textarea", { rows: "2", spellcheck: "false", placeholder: "name: value" })
  const as = credentialsControl(route)
  const button = element("button", { class: "first" }, "Send")
  const form = element(
    "form",
    { class: "try", "aria-label": `Try ${routeKey(route)}` },
    ...parameters.map(({ name, control }, at) => fieldOf(`parameter-${at}`, name, control, "in the path")),
    ...query.map(({ name, control, hint }, at) => fieldOf(`query-${at}`, name, control, `query, ${hint}`)),
    hasBody ? fieldOf("body", "Body (JSON)", body) : undefined,
    fieldOf("headers", "Headers, one on each line", headers),
    fieldOf(
      "as",
      "Credentials of",
      as,
      "Tokens and cookies of this call are added in the application's process.",
    ),
    element("div", { class: "actions" }, button),
  )
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    button.disabled = true
    const path = pathOf(route, parameters, query)
    const answer = await post("send", {
      method: route.method === "ANY" ? "GET" : route.method,
      path,
      headers: headersOf(headers.value, hasBody && body.value !== ""),
      body: hasBody && body.value !== "" ? body.value : undefined,
      as: as.value === "" ? undefined : as.value,
    })
    button.disabled = false
    if (answer.done === undefined) {
      tell(`Not sent. ${answer.problem}`)
      return
    }
    sentCall = answer.done
    await drawCall(sentCall, byId("reply"), () => sentCall === answer.done)
    byId("reply").querySelector("h2")?.focus()
  })
  return form
}

function pathOf(route, parameters, query) {
  let at = 0
  const path = route.path.replace(/[:*]\w*/g, (found) => {
    const value = parameters[at++].control.value
    return found.startsWith("*")
      ? value.split("/").map(encodeURIComponent).join("/")
      : encodeURIComponent(value)
  })
  const search = new URLSearchParams(
    query.filter(({ control }) => control.value !== "").map(({ name, control }) => [name, control.value]),
  ).toString()
  return search === "" ? path : `${path}?${search}`
}

function headersOf(text, isJson) {
  const typed = text.split("\n").flatMap((line) => {
    const at = line.indexOf(":")
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
  })
  return { ...(isJson ? { "content-type": "application/json" } : {}), ...Object.fromEntries(typed) }
}

function drawRoute() {
  const route = application.routes.find((one) => routeKey(one) === shownRoute)
  if (route === undefined) {
    fill(byId("route"))
    return
  }
  fill(
    byId("route"),
    element("h2", { tabindex: "-1" }, element("span", { class: "mono" }, routeKey(route))),
    route.summary === "" ? undefined : element("p", {}, route.summary),
    element(
      "p",
      { class: "facts" },
      element("span", {}, route.handler),
      element("span", {}, route.where),
      route.middlewares.length === 0
        ? undefined
        : element("span", {}, `middlewares: ${route.middlewares.join(", ")}`),
      route.guarded ? element("span", {}, "asks for credentials") : undefined,
      route.deprecated ? element("span", { class: "failed" }, "deprecated") : undefined,
    ),
    element("h3", {}, "Try it"),
    formOf(route),
    element("div", { id: "reply", "aria-live": "polite" }),
  )
}

// Jobs ---------------------------------------------------------------------------------------------------------------

/** A length of time in its largest unit. */
function span(length) {
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
  ]
  const [unit, one] = units.find(([, least]) => length >= least) ?? ["s", 1_000]
  return `${Math.max(0, Math.floor(length / one))} ${unit}`
}

function timeOfJob({ due, ended, created }) {
  if (due !== undefined) return due <= Date.now() ? "due" : `in ${span(due - Date.now())}`
  return `${span(Date.now() - (ended ?? created))} ago`
}

function jobRow(job) {
  const row = element(
    "tr",
    { class: job.id === shownJob ? "chosen" : "" },
    element("td", {}, element("span", { class: `status s-${job.state}` }, job.state)),
    element(
      "td",
      {},
      element(
        "a",
        {
          href: `#/jobs/${encodeURIComponent(job.id)}`,
          "aria-current": job.id === shownJob ? "true" : undefined,
        },
        element("span", { class: "mono" }, job.job),
        job.error === undefined ? undefined : element("span", { class: "reason" }, job.error),
      ),
    ),
    element("td", { class: "number" }, timeOfJob(job)),
  )
  row.dataset.id = job.id
  return row
}

function scheduleRow({ job, cron, zone, next }) {
  const date = new Date(next)
  return element(
    "tr",
    {},
    element("th", { scope: "row", class: "mono" }, job),
    element("td", {}, element("span", { class: "mono" }, cron), ` ${zone}`),
    element(
      "td",
      { class: "number" },
      element(
        "time",
        { datetime: date.toISOString(), title: date.toString() },
        `in ${span(next - Date.now())}`,
      ),
    ),
  )
}

/** What the application's process answers; `undefined`, and said above the list, if it does not. */
async function askFor(view, wish) {
  const answer = await post(view, wish)
  byId(`${view}-problem`).hidden = answer.done !== undefined
  byId(`${view}-problem`).textContent = answer.problem ?? ""
  return answer.done
}

async function drawJobs() {
  const state = byId("jobs-state").value
  const text = await askFor("jobs", { what: "list", state: state === "" ? undefined : state })
  if (text === undefined || state !== byId("jobs-state").value) return
  const { jobs, schedules } = JSON.parse(text)
  const rows = byId("jobs-rows")
  const focused = document.activeElement?.closest("#jobs-rows tr")?.dataset.id
  fill(rows, ...jobs.map(jobRow))
  if (focused !== undefined) rows.querySelector(`tr[data-id="${CSS.escape(focused)}"] a`)?.focus()
  byId("jobs-table").hidden = jobs.length === 0
  byId("jobs-empty").hidden = jobs.length > 0
  byId("schedules").hidden = schedules.length === 0
  fill(byId("schedules-rows"), ...schedules.toSorted((a, b) => a.next - b.next).map(scheduleRow))
}

function jobButton(job, what, label) {
  const button = element("button", { type: "button" }, label)
  button.addEventListener("click", async () => {
    button.disabled = true
    const answer = await post("jobs", { what, id: job.id })
    tell(answer.done ?? `Not done. ${answer.problem}`)
    await Promise.all([drawJobs(), drawJob(job.id)])
    byId("job").querySelector("h2")?.focus()
  })
  return button
}

/** The payload is asked for when it is opened. */
function payloadOf(job) {
  const text = element("pre", { tabindex: "0" }, "…")
  const details = element("details", {}, element("summary", {}, "Payload"), text)
  details.addEventListener("toggle", async () => {
    if (!details.open) return
    const answer = await post("jobs", { what: "payload", id: job.id })
    text.textContent = answer.done ?? answer.problem
  })
  return details
}

function jobParts(job) {
  const time = (label, value) =>
    value === undefined
      ? undefined
      : element("span", {}, `${label} ${new Date(value).toLocaleString("en-GB", { hour12: false })}`)
  return [
    element(
      "h2",
      { tabindex: "-1" },
      element("span", { class: "mono" }, job.job),
      " ",
      element("span", { class: `status s-${job.state}` }, job.state),
    ),
    element(
      "p",
      { class: "facts" },
      element("span", { class: "mono" }, job.id),
      element("span", {}, job.attempts === 1 ? "1 attempt" : `${job.attempts} attempts`),
      time("added", job.created),
      time("due", job.due),
      time("ended", job.ended),
    ),
    element(
      "div",
      { class: "actions" },
      job.state === "dead" || job.state === "cancelled" ? jobButton(job, "retry", "Retry") : undefined,
      job.state === "waiting" || job.state === "running" ? jobButton(job, "cancel", "Cancel") : undefined,
    ),
    job.error === undefined
      ? undefined
      : element(
          "section",
          { class: "error", "aria-label": "Error" },
          element("h3", {}, job.error.split("\n", 1)[0]),
          job.error.includes("\n")
            ? element("pre", { tabindex: "0" }, job.error.slice(job.error.indexOf("\n") + 1))
            : undefined,
        ),
    payloadOf(job),
  ]
}

async function drawJob(id) {
  const answer = await post("jobs", { what: "show", id })
  if (shownJob !== id) return
  const parent = byId("job")
  // What is looked at stays as it is while nothing has changed: an open payload, and the focus.
  const shown = answer.done ?? answer.problem
  if (parent.dataset.shown === shown) return
  parent.dataset.shown = shown
  fill(
    parent,
    ...(answer.done === undefined
      ? [element("p", { class: "quiet" }, answer.problem)]
      : jobParts(JSON.parse(answer.done))),
  )
}

async function drawJobsView() {
  await Promise.all([drawJobs(), shownJob === undefined ? undefined : drawJob(shownJob)])
}

// Mails --------------------------------------------------------------------------------------------------------------

function mailRow(mail) {
  const row = element(
    "tr",
    { class: mail.id === shownMail ? "chosen" : "" },
    element("td", {}, mail.to.join(", ")),
    element(
      "td",
      {},
      element(
        "a",
        {
          href: `#/mails/${encodeURIComponent(mail.id)}`,
          "aria-current": mail.id === shownMail ? "true" : undefined,
        },
        mail.subject === "" ? "(no subject)" : mail.subject,
      ),
    ),
    element("td", { class: "number" }, `${span(Date.now() - mail.time)} ago`),
  )
  row.dataset.id = mail.id
  return row
}

async function drawMails() {
  const text = await askFor("mails", { what: "list" })
  if (text === undefined) return
  const mails = JSON.parse(text)
  const rows = byId("mails-rows")
  const focused = document.activeElement?.closest("#mails-rows tr")?.dataset.id
  fill(rows, ...mails.map(mailRow))
  if (focused !== undefined) rows.querySelector(`tr[data-id="${CSS.escape(focused)}"] a`)?.focus()
  byId("mails-table").hidden = mails.length === 0
  byId("mails-empty").hidden = mails.length > 0
}

/** A text whose web addresses can be followed. */
function linkedText(text) {
  const pieces = text.split(/(https?:\/\/[^\s<>"()]*[^\s<>"().,;:!?])/)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? piece : element("a", { href: piece, target: "_blank", rel: "noopener noreferrer" }, piece),
  )
}

function mailParts(mail) {
  const boxes = [
    ["From", [mail.from]],
    ["To", mail.to],
    ["Cc", mail.cc],
    ["Bcc", mail.bcc],
  ].filter(([, all]) => all.length > 0)
  return [
    element("h2", { tabindex: "-1" }, mail.subject === "" ? "(no subject)" : mail.subject),
    headerList([
      ...boxes.map(([name, all]) => [name, all.join(", ")]),
      ["At", new Date(mail.time).toLocaleString("en-GB", { hour12: false })],
    ]),
    element("h3", {}, "Text"),
    element("pre", { tabindex: "0" }, ...linkedText(mail.text)),
    ...(mail.hasMarkup
      ? [
          element("h3", {}, "Markup"),
          element("p", { class: "quiet" }, "Scripts, forms, links and remote images do not work here."),
          element("iframe", {
            class: "markup",
            sandbox: "",
            title: "Markup of the mail",
            src: `markup?id=${encodeURIComponent(mail.id)}`,
          }),
        ]
      : []),
  ]
}

async function drawMail(id) {
  const answer = await post("mails", { what: "show", id })
  if (shownMail !== id) return
  fill(
    byId("mail"),
    ...(answer.done === undefined
      ? [element("p", { class: "quiet" }, answer.problem)]
      : mailParts(JSON.parse(answer.done))),
  )
}

// Nothing tells when a job of another process changes, and ages are shown.
setInterval(() => {
  if (document.visibilityState !== "visible") return
  if (!byId("jobs").hidden) void drawJobsView()
  if (!byId("mails").hidden) void drawMails()
}, 2000)

// Modules and configuration ------------------------------------------------------------------------------------------

function drawModules() {
  const { modules } = application.app
  if (modules.length > 0) byId("modules-picture").src = `modules.svg?${Date.now()}`
  fill(
    byId("modules-rows"),
    ...modules
      .toReversed()
      .map((one) =>
        element(
          "li",
          {},
          element("h2", {}, one.name),
          element("p", { class: "quiet" }, one.where ?? ""),
          one.imports.length === 0 ? undefined : element("p", {}, `imports ${one.imports.join(", ")}`),
          one.exports.length === 0 ? undefined : element("p", {}, `exports ${one.exports.join(", ")}`),
          one.declarations.length === 0
            ? undefined
            : element(
                "ul",
                {},
                ...one.declarations.map((declared) =>
                  element(
                    "li",
                    {},
                    element("span", { class: "mono" }, declared.name),
                    ` ${declared.kind}`,
                    declared.injects.length === 0
                      ? undefined
                      : element(
                          "span",
                          { class: "quiet" },
                          `, injects ${declared.injects.map(({ name }) => name).join(", ")}`,
                        ),
                  ),
                ),
              ),
        ),
      ),
  )
}

function drawConfiguration() {
  const { variables } = application
  const stateOf = ({ isSet, required, value }) => {
    if (value !== undefined) return value
    if (isSet) return "set, hidden"
    return required ? "missing" : "not set"
  }
  byId("configuration-table").hidden = variables.length === 0
  byId("configuration-empty").hidden = variables.length > 0
  fill(
    byId("configuration-rows"),
    ...variables.map((variable) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", class: "mono" }, variable.name),
        element(
          "td",
          { class: variable.required && !variable.isSet ? "failed" : undefined },
          stateOf(variable),
        ),
        element("td", {}, `${variable.expected}${variable.required ? ", required" : ""}`),
        element("td", { class: "quiet" }, variable.where),
      ),
    ),
  )
}

// Moving around ------------------------------------------------------------------------------------------------------

function go({ isFirst = false } = {}) {
  const [, view = "calls", ...rest] = location.hash.split("/")
  const chosen = views.includes(view) ? view : "calls"
  const what = rest.length === 0 ? undefined : decodeURIComponent(rest.join("/"))
  for (const one of views) byId(one).hidden = one !== chosen
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${chosen}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  document.title = `${byId(`${chosen}-title`).textContent} · trivet dev`
  if (chosen === "calls") {
    shownCall = what
    drawCalls()
    if (what === undefined) fill(byId("call"))
    else
      void drawCall(what, byId("call"), () => shownCall === what).then(
        () => !isFirst && byId("call").querySelector("h2")?.focus(),
      )
  } else if (chosen === "routes") {
    shownRoute = what
    drawRoutes()
    drawRoute()
    if (what !== undefined && !isFirst) byId("route").querySelector("h2")?.focus()
  } else if (chosen === "jobs") {
    shownJob = what
    delete byId("job").dataset.shown
    if (what === undefined) fill(byId("job"))
    void drawJobsView().then(() => what !== undefined && !isFirst && byId("job").querySelector("h2")?.focus())
  } else if (chosen === "mails") {
    shownMail = what
    if (what === undefined) fill(byId("mail"))
    void Promise.all([drawMails(), what === undefined ? undefined : drawMail(what)]).then(
      () => what !== undefined && !isFirst && byId("mail").querySelector("h2")?.focus(),
    )
  } else if (!isFirst) {
    byId("main").focus({ preventScroll: true })
    scrollTo(0, 0)
  }
}

async function post(path, value) {
  try {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    })
    return await reply.json()
  } catch {
    return { problem: "trivet dev does not answer." }
  }
}

async function readApplication() {
  const reply = await fetch("application")
  const read = await reply.json()
  if (read.routes === undefined) return
  application = read
  drawRoutes()
  byId("jobs-link").hidden = !application.app.kinds.includes("job")
  byId("mails-link").hidden = !application.keepsMails
  drawModules()
  drawConfiguration()
  // A form that a person fills in stays as it is.
  if (!byId("route").contains(document.activeElement)) drawRoute()
}

function hear(event) {
  if (event.kind === "call") {
    calls.set(event.call.id, event.call)
    while (calls.size > 200) calls.delete(calls.keys().next().value)
    drawCallsSoon()
    if (event.call.id === shownCall) void drawCall(shownCall, byId("call"), () => shownCall === event.call.id)
    if (event.call.id === sentCall && byId("reply") !== null)
      void drawCall(sentCall, byId("reply"), () => sentCall === event.call.id && byId("reply") !== null)
  } else if (event.kind === "calls") {
    calls.clear()
    for (const call of event.calls) calls.set(call.id, call)
    drawCallsSoon()
    if (shownCall !== undefined) {
      const id = shownCall
      void drawCall(id, byId("call"), () => shownCall === id)
    }
  } else if (event.kind === "program") {
    const texts = {
      starting: "starting",
      running: `running at ${event.url ?? "another address"}`,
      stopped: "not running",
    }
    byId("state").textContent = texts[event.state]
    byId("state").className = `state ${event.state}`
    byId("workers").hidden = !event.workers
  } else if (event.kind === "mail") {
    if (!byId("mails").hidden) void drawMails()
  } else if (event.kind === "application") void readApplication()
}

const events = new EventSource("events")
events.addEventListener("message", ({ data }) => hear(JSON.parse(data)))
events.addEventListener("error", () => {
  byId("state").textContent = "trivet dev has ended"
  byId("state").className = "state stopped"
})
byId("jobs-state").addEventListener("input", () => void drawJobs())
for (const id of ["calls-filter", "routes-filter", "jobs-filter"])
  byId(id).addEventListener("submit", (event) => event.preventDefault())
byId("calls-text").addEventListener("input", drawCalls)
byId("calls-failed").addEventListener("input", drawCalls)
byId("calls-files").addEventListener("click", () => {
  areFilesShown = !areFilesShown
  drawCalls()
})
byId("routes-text").addEventListener("input", drawRoutes)
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault()
  byId("main").focus()
})
addEventListener("hashchange", () => go())
go({ isFirst: true })

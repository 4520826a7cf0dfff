import { contract, dto, list } from "trivet"
import { ErrorBody } from "../errors.ts"
import { EndpointDTO } from "./webhook-events.ts"

const shown = {
  id: "required",
  url: "required",
  events: list("line"),
  created_at: "required",
  failing_since: "; Absent if the last attempt was accepted",
  disabled_at: "; When it was switched off, after three days of failures. Absent if it is on",
} as const

/** Where webhooks are sent, without the secrets. */
export const Endpoint = dto(shown)

/** A new endpoint, with its secret. */
export const NewEndpoint = dto({ ...shown, secret: "required" })

/** A new secret of an endpoint. */
export const Secret = dto({ secret: "required" })

/** An event for an endpoint. */
export const Delivery = dto({
  id: "required; The header webhook-id of each attempt",
  event: "required",
  status: "required,oneof=waiting|delivered|failed",
  attempts: "required,integer",
  answer: "; The last one: a status, or the code of an error",
  created_at: "required",
})

/** The routes as data, without handlers. */
export const Endpoints = contract({
  index: {
    method: "GET",
    path: "/webhooks",
    returns: { 200: list(Endpoint) },
    summary: "My webhook endpoints",
  },
  create: {
    method: "POST",
    path: "/webhooks",
    accepts: { body: EndpointDTO },
    returns: { 201: NewEndpoint, 400: ErrorBody },
    summary: "Create an endpoint; only this reply contains its secret",
  },
  delete: {
    method: "DELETE",
    path: "/webhooks/:id",
    returns: { 204: null },
    summary: "Delete an endpoint with its deliveries",
  },
  rotate: {
    method: "POST",
    path: "/webhooks/:id/secret",
    returns: { 200: Secret },
    summary: "Create a new secret, only shown here; the last one stays valid until the next",
  },
  enable: {
    method: "POST",
    path: "/webhooks/:id/enable",
    returns: { 204: null },
    summary: "Switch an endpoint on again",
  },
  deliveries: {
    method: "GET",
    path: "/webhooks/:id/deliveries",
    returns: { 200: list(Delivery) },
    summary: "The newest deliveries of an endpoint",
  },
  replay: {
    method: "POST",
    path: "/webhooks/:id/deliveries/:delivery/replay",
    returns: { 204: null, 409: ErrorBody },
    summary: "Send a delivery once more",
  },
})

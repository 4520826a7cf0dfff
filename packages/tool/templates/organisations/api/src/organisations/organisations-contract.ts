import { contract, dto, list, paged } from "trivet"
import { ErrorBody } from "../errors.ts"
import { AcceptDTO, InvitationDTO, OrganisationDTO, RoleDTO } from "./organisations-dto.ts"

/** An organisation, as one of its members sees it. */
export const Organisation = dto({ id: "required", name: "required", role: "required; The role of the user" })

/** A member of an organisation. */
export const Member = dto({ id: "required", name: "required", email: "required", role: "required" })

/** An invitation that is not accepted yet. */
export const Invitation = dto({ id: "required", email: "required", role: "required", expires_at: "required" })

/** A change in an organisation. */
export const OrgEvent = dto({ actor_id: "required", event: "required", about: "", created_at: "required" })

/** The routes as data, without handlers. */
export const Organisations = contract({
  index: { method: "GET", path: "/orgs", returns: { 200: list(Organisation) }, summary: "My organisations" },
  create: {
    method: "POST",
    path: "/orgs",
    accepts: { body: OrganisationDTO },
    returns: { 201: Organisation, 400: ErrorBody },
    summary: "Create an organisation, and become its owner",
  },
  accept: {
    method: "POST",
    path: "/invitations/accept",
    accepts: { body: AcceptDTO },
    returns: { 200: Organisation, 400: ErrorBody },
    summary: "Join an organisation with the token of a mail to my address",
  },
  members: {
    method: "GET",
    path: "/orgs/:org/members",
    ...paged(Member),
    summary: "The members of an organisation, by name",
  },
  setRole: {
    method: "PUT",
    path: "/orgs/:org/members/:user",
    accepts: { body: RoleDTO },
    returns: { 204: null, 400: ErrorBody, 409: ErrorBody },
    summary: "Give a member another role",
  },
  remove: {
    method: "DELETE",
    path: "/orgs/:org/members/:user",
    returns: { 204: null, 409: ErrorBody },
    summary: "Remove a member",
  },
  leave: {
    method: "POST",
    path: "/orgs/:org/leave",
    returns: { 204: null, 409: ErrorBody },
    summary: "Leave an organisation",
  },
  invitations: {
    method: "GET",
    path: "/orgs/:org/invitations",
    returns: { 200: list(Invitation) },
    summary: "The open invitations",
  },
  invite: {
    method: "POST",
    path: "/orgs/:org/invitations",
    accepts: { body: InvitationDTO },
    returns: { 204: null, 400: ErrorBody, 429: ErrorBody },
    summary: "Invite an address by mail",
  },
  withdraw: {
    method: "DELETE",
    path: "/orgs/:org/invitations/:id",
    returns: { 204: null },
    summary: "End an invitation",
  },
  events: {
    method: "GET",
    path: "/orgs/:org/events",
    returns: { 200: list(OrgEvent) },
    summary: "Who has changed what, the newest first",
  },
})

import { dto } from "trivet"

/** What an organisation is created with. */
export const OrganisationDTO = dto({ name: "required,line,max=100" })

/** Who is invited, and as what. */
export const InvitationDTO = dto({ email: "required,email", role: "required,oneof=member|admin|owner" })

/** Another role for a member. */
export const RoleDTO = dto({ role: "required,oneof=member|admin|owner" })

/** The token of an invitation. */
export const AcceptDTO = dto({ token: "required,max=100" })

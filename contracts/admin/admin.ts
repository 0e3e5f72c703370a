import { z } from 'zod'
import { requiredName } from '#contracts/catalogue/item.ts'
import { email, emailCode } from '#contracts/common/email.ts'
import { cleanCode } from '#contracts/common/pasted-code.ts'
import { ClientId } from '#contracts/shop/access.ts'

export const PASSWORD_MIN_LENGTH = 6
/** Minutes after a password confirmation during which calls that require a recent password are accepted. */
export const PASSWORD_MINUTES = 15

/** Code of an authenticator app (RFC 6238), or a recovery code. Spaces and dashes are removed, since people type them. */
const TotpCode = z
  .string({ error: 'Enter the code.' })
  .max(100)
  .overwrite((text) => cleanCode(text).toUpperCase())
  .regex(/^(\d{6}|[A-Z2-7]{16})$/, 'A code has six digits, a recovery code sixteen letters and digits.')

export const LoginRequest = z.object({
  email,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1000),
  code: TotpCode.optional().meta({ description: 'Second factor (TOTP or recovery code); required when the API returns code_required' }),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const AdminFields = z.object({
  firstname: requiredName('a first name', 100),
  lastname: requiredName('a last name', 100),
  email,
  password: z
    .string({ error: 'Enter a password.' })
    .min(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(1000, 'Use at most 1000 characters.'),
})
export type AdminFields = z.infer<typeof AdminFields>

/** Fields of an invitation to become an administrator. Invited people choose their passwords themselves. */
export const InvitationFields = AdminFields.omit({ password: true })
export type InvitationFields = z.infer<typeof InvitationFields>

/** Token of an invitation, from the fragment of its link. */
const InvitationToken = z
  .string({ error: 'Open the link of the invitation again.' })
  .regex(/^[\w-]{43}$/, 'Open the link of the invitation again.')

export const InvitationQuestion = z.object({ token: InvitationToken })
export type InvitationQuestion = z.infer<typeof InvitationQuestion>

export const InvitationAcceptance = InvitationQuestion.extend({ password: AdminFields.shape.password })
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>

/** Password of the signed-in administrator, entered again. */
export const CurrentPassword = z.string({ error: 'Enter your own password.' }).min(1, 'Enter your own password.').max(1000)

/** Changes to an account; omitted fields stay unchanged. */
export const AdminChanges = AdminFields.partial().extend({
  currentPassword: CurrentPassword.optional().meta({
    description: 'Password of the signed-in administrator; required to change the email address or password',
  }),
})
export type AdminChanges = z.infer<typeof AdminChanges>

export const Admin = z.object({ id: z.string(), firstname: z.string(), lastname: z.string(), email: z.string() })
export type Admin = z.infer<typeof Admin>

/** Administrator account in the list of accounts. */
export const AdminAccount = Admin.extend({
  lastSignInAt: z.iso.datetime().nullable(),
  hasTwoStep: z.boolean().meta({ description: 'Whether two-step sign-in is on' }),
})
export type AdminAccount = z.infer<typeof AdminAccount>

/** Data of an invitation that the invited person sees before choosing a password. */
export const InvitedPerson = Admin.omit({ id: true }).extend({ expiresAt: z.iso.datetime() })
export type InvitedPerson = z.infer<typeof InvitedPerson>

/** Pending invitation, which may have expired. */
export const Invitation = InvitedPerson.extend({
  id: z.string(),
  createdAt: z.iso.datetime(),
  invitedBy: z.string().meta({ description: 'Name of the administrator who sent the invitation' }),
})
export type Invitation = z.infer<typeof Invitation>

/** New invitation. Its link is returned only once, and only if the email could not be sent. */
export const SentInvitation = Invitation.extend({
  delivery: z.enum(['mailed', 'no mail server', 'failed']),
  url: z.string().nullable().meta({ description: 'Invitation link to hand over; null if the link was emailed' }),
})
export type SentInvitation = z.infer<typeof SentInvitation>

export const LoginResponse = z.object({ token: z.string(), expiresAt: z.iso.datetime(), admin: Admin })
export type LoginResponse = z.infer<typeof LoginResponse>

/** Session of an administrator in a browser. The id of a session gives no access. */
export const Session = z.object({
  id: z.string(),
  admin: z.object({ id: z.string(), firstname: z.string(), lastname: z.string() }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().meta({ description: 'Time of the last request, rounded to the minute' }),
  expiresAt: z.iso.datetime(),
  address: z.string().meta({ description: 'IP address of the last request; empty when unknown' }),
  browser: z.string().meta({ description: 'Browser and system, such as Firefox on Windows; empty when unknown' }),
  current: z.boolean().meta({ description: 'Whether the request was sent with this session' }),
})
export type Session = z.infer<typeof Session>

export const PasswordForm = z.object({ currentPassword: CurrentPassword })
export type PasswordForm = z.infer<typeof PasswordForm>

export const TotpConfirmation = z.object({ code: TotpCode })
export type TotpConfirmation = z.infer<typeof TotpConfirmation>

/** State of two-step sign-in of the signed-in account. */
export const TotpState = z.object({
  isOn: z.boolean(),
  recoveryCodes: z.int().meta({ description: 'Number of unused recovery codes' }),
})
export type TotpState = z.infer<typeof TotpState>

/** Secret of a new authenticator app, displayed only once, during setup. */
export const TotpSecret = z.object({
  secret: z.string().meta({ description: 'Secret in Base32, for authenticator apps that can’t scan the QR code' }),
  uri: z.string().meta({ description: 'Content of the QR code: otpauth://totp/…' }),
})
export type TotpSecret = z.infer<typeof TotpSecret>

/** Recovery codes, displayed only once. Each code replaces the authenticator app for one sign-in. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const PasswordResetSettings = z.object({
  byEmail: z
    .boolean()
    .meta({ description: 'Whether password reset codes are emailed; otherwise an operator resets the password with a command' }),
  toFiles: z
    .boolean()
    .optional()
    .meta({ description: 'Whether emails are written to files in the data folder instead of being sent; only outside production' }),
})
export type PasswordResetSettings = z.infer<typeof PasswordResetSettings>

/** Requests a code by email. The response does not reveal whether an account has the address. */
export const PasswordCodeRequest = z.object({ email, clientId: ClientId })
export type PasswordCodeRequest = z.infer<typeof PasswordCodeRequest>

/** Sets a new password for the account whose address received the code. */
export const PasswordReset = z.object({ email, clientId: ClientId, code: emailCode, password: AdminFields.shape.password })
export type PasswordReset = z.infer<typeof PasswordReset>

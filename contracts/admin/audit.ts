import { z } from 'zod'
import { ListQuery, plainText } from '#contracts/common/list.ts'

const AUDIT_NOUNS = ['book', 'podcast', 'author', 'account', 'invitation', 'session', 'message', 'answer', 'order', 'rate', 'site'] as const
export type AuditNoun = (typeof AUDIT_NOUNS)[number]

/**
 * Verbs of the actions in the audit log. Verbs of sessions: `started` (signed in), `refused` (failed sign-in), `left` (signed out), `ended`
 * (by an administrator), `others_ended`, and `unrecorded` (further failed sign-ins are not recorded for an hour).
 */
const AUDIT_VERBS = [
  'added',
  'changed',
  'deleted',
  'restored',
  'deleted_for_good',
  'started',
  'refused',
  'unrecorded',
  'left',
  'ended',
  'others_ended',
  'published',
  'reverted',
] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

/** New value in the audit log for a file field whose replaced file was restored. */
export const RESTORED_FILE = 'earlier version'
/** Value of a changed file field if the file was removed */
export const REMOVED_FILE = 'none'

/** Value of the audit log's administrator filter that selects actions performed by commands on the server. */
export const SERVER_ITSELF = 'server'

/** Changed field in an audit entry. Old and new values are included for short texts, but not for files, long texts and secrets. */
export const AuditChange = z.object({
  field: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  item: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .meta({ description: 'Item with this changed field, if the action changed several items' }),
})
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  admin: z.object({ id: z.string(), name: z.string() }).nullable().meta({
    description: 'Administrator who performed the action, with the name at that time; null for commands on the server and failed sign-ins',
  }),
  address: z.string().nullable().meta({ description: 'IP address of the request' }),
  noun: z.enum(AUDIT_NOUNS),
  verb: z.enum(AUDIT_VERBS),
  subject: z
    .object({ id: z.string().nullable(), name: z.string() })
    .meta({ description: 'Subject of the action, with the subject’s name at that time' }),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = ListQuery.extend({
  limit: ListQuery.shape.limit.default(50),
  admin: plainText(100)
    .optional()
    .meta({ description: `Only actions of the administrator with this id; ${SERVER_ITSELF} for commands on the server` }),
  noun: z.enum(AUDIT_NOUNS).optional().meta({ description: 'Only actions on subjects of this kind' }),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Administrator with at least one audit entry. The account may have been deleted. */
export const AuditPerson = z.object({ id: z.string(), name: z.string() })
export type AuditPerson = z.infer<typeof AuditPerson>

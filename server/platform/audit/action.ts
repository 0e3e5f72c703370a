import type { AuditChange, AuditNoun, AuditVerb } from '#contracts/admin/audit.ts'
import type { Orm } from '#server/platform/database/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Administrator who sent the request; set only in requests to the administrators' routes */
    actor?: Actor
  }
}

/** Author of an audited action. A command on the server has neither administrator nor IP address. */
export type Actor = { admin?: { id: string; name: string }; address?: string }

/** Action for the audit log. `changes` is omitted if there is nothing to compare. */
export type Action = {
  noun: AuditNoun
  verb: AuditVerb
  /** Name of the item acted on */
  subject: { id?: string; name: string }
  changes?: AuditChange[]
  by?: Actor
}

/** Records an action in the transaction that performs it, so that neither is stored without the other. Returns the id of the entry. */
export type RecordAction = (connection: Pick<Orm, 'insert'>, action: Action) => Promise<string>

import type { AuditChange, AuditNoun, AuditVerb } from '#contracts/audit.ts'
import type { Orm } from '#server/platform/database/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request; set in the admin scope only */
    actor?: Actor
  }
}

/** Who does something. A command on the server has neither admin nor address. */
export type Actor = { admin?: { id: string; name: string }; address?: string }

/** Something that was done, for the record. `changes` is left out where there is nothing to compare. */
export type Action = {
  noun: AuditNoun
  verb: AuditVerb
  /** What it was done to, by its name */
  subject: { id?: string; name: string }
  changes?: AuditChange[]
  by?: Actor | undefined
}

/** Writes down what is done. Given the transaction that does it, so that neither is without the other. */
export type RecordAction = (connection: Pick<Orm, 'insert'>, action: Action) => Promise<void>

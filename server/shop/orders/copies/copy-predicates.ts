import { and, isNotNull, isNull, or } from 'drizzle-orm'
import { copies } from './copies.schema.ts'

/** Condition for copies that give access to their item. */
export const isStanding = isNull(copies.revokedAt)

/** Condition for manual grants that are not revoked. */
export const isStandingGrant = and(isNotNull(copies.reason), isStanding)

/** Condition for copies that were paid, even if the payment was refunded later, or whose grant is not revoked. */
export const isObtained = or(isNull(copies.reason), isStanding)

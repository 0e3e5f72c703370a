import type { FastifyRequest } from 'fastify'
import type { Admin } from '#contracts/admin/admin.ts'
import { unauthenticated } from '#server/platform/problems.ts'
import { named } from './admins.service.ts'

/** Session that authenticates a request. */
export type AdminSession = {
  id: string
  admin: Admin
  /** Whether the password was entered within the last 15 minutes */
  isPasswordRecent: boolean
  /** Whether the request contained the admin's password, which has been verified */
  isPasswordShown?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Session of the request, set in the admin scope only */
    session?: AdminSession
  }
}

/** Returns the token of an `Authorization: Bearer …` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Creates a hook that rejects requests without a valid admin session, before the body is read. */
export function requireAdmin(authenticate: (token: string, ip: string) => Promise<AdminSession | undefined>) {
  return async (request: FastifyRequest) => {
    const token = bearerToken(request)
    const session = token ? await authenticate(token, request.ip) : undefined
    if (!session) throw unauthenticated(token ? 'Your session has ended; sign in again' : undefined)
    request.session = session
    request.actor = { admin: named(session.admin), address: request.ip }
  }
}

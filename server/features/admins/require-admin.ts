import type { FastifyRequest } from 'fastify'
import type { Admin } from '#contracts/admin.ts'
import { unauthenticated } from '#server/platform/http/problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; set in the admin scope only */
    admin?: Admin
  }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A hook that lets only signed-in admins through, before anything of the body is read. */
export function requireAdmin(authenticate: (token: string) => Promise<Admin | undefined>) {
  return async (request: FastifyRequest) => {
    const token = bearerToken(request)
    const admin = token ? await authenticate(token) : undefined
    if (!admin) throw unauthenticated(token ? 'Your session has ended; sign in again' : undefined)
    request.admin = admin
  }
}

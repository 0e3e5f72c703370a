import type { FastifyRequest } from 'fastify'
import { malformed } from '#server/platform/problems.ts'

/** Returns the configured origin, or else the origin under which a request reached this site. The origin is normalized as in browsers. */
export function requestOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const url = `${protocol}://${host}`
  // A Host header with a path or credentials is refused as forged.
  if (!URL.canParse(url) || /[/@\\?#]/.test(host)) throw malformed('The Host header can’t be read.')
  return new URL(url).origin
}

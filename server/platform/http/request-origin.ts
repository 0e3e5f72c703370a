import type { FastifyRequest } from 'fastify'
import { malformed } from '#server/platform/problems.ts'

/** The origin under which a request reached this site, unless the settings say what it is. Written as browsers write it. */
export function requestOrigin({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const address = `${protocol}://${host}`
  // A host with a path, a name or a password in it is somebody's game.
  if (!URL.canParse(address) || /[/@\\?#]/.test(host)) throw malformed('The Host header can’t be read.')
  return new URL(address).origin
}

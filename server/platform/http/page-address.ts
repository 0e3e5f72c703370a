import type { FastifyRequest } from 'fastify'
import { CURSOR } from '#contracts/list.ts'
import { malformed } from './problems.ts'
import { requestOrigin } from './request-origin.ts'

/** Query parameters that pages know. Others (campaign tags, cache busters) change nothing and are left out before rendering. */
const PARAMETERS = new Set(['q', 'category', 'cursor', 'subject'])

/** The address that a page request is for, on this site's origin. */
export function pageAddress(request: FastifyRequest, publicUrl: string | undefined): URL {
  const origin = requestOrigin(request, publicUrl)
  // A proxy may send the whole address in the request line; of it only the path counts.
  const absolute = request.url.startsWith('/') ? undefined : URL.parse(request.url)
  if (absolute === null) throw malformed('The address can’t be read.')
  const address = new URL(origin)
  const [path = '/', query = ''] = absolute ? [absolute.pathname, absolute.search.slice(1)] : splitOnce(request.url, '?')
  address.pathname = path
  address.search = query
  // The data of a client navigation names the routes it wants.
  if (!path.endsWith('.data')) {
    for (const name of [...address.searchParams.keys()]) if (!PARAMETERS.has(name)) address.searchParams.delete(name)
  }
  // A page whose cursor was cut off somewhere on its way is the list's first.
  const cursor = address.searchParams.get('cursor')
  if (cursor !== null && !CURSOR.test(cursor)) address.searchParams.delete('cursor')
  return address
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

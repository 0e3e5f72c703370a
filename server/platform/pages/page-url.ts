import type { FastifyRequest } from 'fastify'
import { CURSOR } from '#contracts/list.ts'
import { requestOrigin } from '#server/platform/http/request-origin.ts'
import { malformed } from '#server/platform/problems.ts'

/** Query parameters that pages know. Others (campaign tags, cache busters) change nothing and are left out before rendering. */
const PARAMETERS = ['q', 'category', 'cursor', 'subject']
/** The data of a client navigation names the routes that it wants. */
const DATA_PARAMETERS = [...PARAMETERS, '_routes']
/** More than any value that a page makes something of. */
const LONGEST_VALUE = 500

/**
 * The address that a page request is for, on this site's origin. All that ask for the same page come to the same address, however
 * their query is written, so that they share one rendering.
 */
export function pageUrl(request: FastifyRequest, publicUrl: string | undefined): URL {
  const origin = requestOrigin(request, publicUrl)
  // A proxy may send the whole address in the request line; of it only the path counts.
  const absolute = request.url.startsWith('/') ? undefined : URL.parse(request.url)
  if (absolute === null) throw malformed('The address can’t be read.')
  const address = new URL(origin)
  const [path = '/', query = ''] = absolute ? [absolute.pathname, absolute.search.slice(1)] : splitOnce(request.url, '?')
  address.pathname = path
  address.search = writeQuery(new URLSearchParams(query), path.endsWith('.data') ? DATA_PARAMETERS : PARAMETERS)
  return address
}

function writeQuery(asked: URLSearchParams, names: string[]): string {
  const known = new URLSearchParams()
  for (const name of names) {
    const value = asked.get(name)?.trim().slice(0, LONGEST_VALUE)
    // A page whose cursor was cut off somewhere on its way is the list's first.
    if (value && (name !== 'cursor' || CURSOR.test(value))) known.set(name, value)
  }
  return known.toString()
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

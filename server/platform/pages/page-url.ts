import type { FastifyRequest } from 'fastify'
import { CURSOR } from '#contracts/common/list.ts'
import { requestOrigin } from '#server/platform/http/request-origin.ts'
import { malformed } from '#server/platform/problems.ts'

/** Query parameters that pages read. Other parameters (campaign tags, cache busters) are removed before rendering. */
const PARAMETERS = ['q', 'category', 'language', 'price', 'sort', 'cursor', 'subject', 'about', 'kind', 'page']
/** Query parameters of the data URLs of client navigations, which also name the routes. */
const DATA_PARAMETERS = [...PARAMETERS, '_routes']
/** Matches control characters and line separators in a path, as characters or as percent-encoded UTF-8 bytes */
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]|%[01][\da-f]|%7f|%c2%[89][\da-f]|%e2%80%a[89]/iu
/** Maximum length of a parameter value, longer than any value that a page uses. */
const LONGEST_VALUE = 500

/** Returns the normalized URL of a page request: requests for the same page get the same URL, and so share one rendering. */
export function pageUrl(request: FastifyRequest, publicUrl: string | undefined): URL {
  const origin = requestOrigin(request, publicUrl)
  // The origin of an absolute URL in the request line, which a proxy may send, is ignored.
  const absolute = request.url.startsWith('/') ? undefined : URL.parse(request.url)
  if (absolute === null) throw malformed('The address is malformed.')
  const url = new URL(origin)
  const [path = '/', query = ''] = absolute ? [absolute.pathname, absolute.search.slice(1)] : splitOnce(request.url, '?')
  // Paths with control characters are refused: React Router fails to match them, even with its route for missing pages.
  if (CONTROL_CHARACTER.test(path)) throw malformed('The address is malformed.')
  url.pathname = path
  url.search = writeQuery(new URLSearchParams(query), path.endsWith('.data') ? DATA_PARAMETERS : PARAMETERS)
  return url
}

function writeQuery(query: URLSearchParams, names: string[]): string {
  const known = new URLSearchParams()
  for (const name of names) {
    const value = query.get(name)?.trim().slice(0, LONGEST_VALUE)
    // A truncated cursor is dropped, so that the list begins at the first page.
    if (value && (name !== 'cursor' || CURSOR.test(value))) known.set(name, value)
  }
  return known.toString()
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

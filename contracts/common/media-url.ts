/**
 * Returns the URL of a derivative of a stored file, below the file's own URL. Both may have a query: the grant of a signed URL is
 * preserved.
 */
export function withPath(fileUrl: string, path: string): string {
  const [file, grant] = splitQuery(fileUrl)
  const [below, query] = splitQuery(path)
  const queries = [grant, query].filter(Boolean).join('&')
  return `${file}${below}${queries && '?'}${queries}`
}

function splitQuery(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Path below a recording's URL of the AAC for podcast apps, some of which recognize audio by this extension. */
export const AAC_PATH = '/podcast.m4a'

/**
 * The URL of what the server has made of a stored file, which stands below the file's own. Both may have a query: the grant of a signed
 * URL stays.
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

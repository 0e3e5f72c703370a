/**
 * Returns the URL of a derivative of a stored file: a path below the file's URL. Both the URL and the path may have a query: the grant of a
 * signed URL is preserved.
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

/** Path of the AAC version for podcast apps, below the URL of a recording. Some podcast apps recognize audio by this extension. */
export const AAC_PATH = '/podcast.m4a'

/** Path of the EPUB that is made from the text of a PDF, below the URL of the PDF. */
export const MADE_EPUB_PATH = '/book.epub'

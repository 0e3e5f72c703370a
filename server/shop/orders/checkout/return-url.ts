/** Far longer than the URL of any page of the site. */
const MAX_LENGTH = 500

/** Returns the URL to store with an order. A URL that is too long loses its query string and hash, then its path. */
export function shortReturnUrl(url: string): string {
  if (url.length <= MAX_LENGTH) return url
  const { origin, pathname } = new URL(url)
  const page = origin + pathname
  return page.length <= MAX_LENGTH ? page : `${origin}/`
}

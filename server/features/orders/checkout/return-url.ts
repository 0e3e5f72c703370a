/** Far more than any page of the site needs. */
const MAX_LENGTH = 500

/** The URL that is stored with an order: the page as it was or, when that is too long, the page without its search. */
export function shortReturnUrl(url: string): string {
  if (url.length <= MAX_LENGTH) return url
  const { origin, pathname } = new URL(url)
  const page = origin + pathname
  return page.length <= MAX_LENGTH ? page : `${origin}/`
}

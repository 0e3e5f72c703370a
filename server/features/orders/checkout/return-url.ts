/** The longest address that is kept. No page of the site needs nearly as much. */
const MAX_LENGTH = 500

/** Where an order leads back to: the page as it was or, when its address is too long to be kept, the page without its search. */
export function shortReturnUrl(address: string): string {
  if (address.length <= MAX_LENGTH) return address
  const { origin, pathname } = new URL(address)
  const page = origin + pathname
  return page.length <= MAX_LENGTH ? page : `${origin}/`
}

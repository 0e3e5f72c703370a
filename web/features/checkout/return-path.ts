/** The path of the page that a visitor came from; undefined for another site. */
export function returnPath(value: string, origin: string): string | undefined {
  let address: URL
  try {
    address = new URL(value, origin)
  } catch {
    return '/bookshop'
  }
  if (address.origin !== origin) return undefined
  // A path that begins with two slashes would be read as another host.
  return `/${`${address.pathname}${address.search}${address.hash}`.replace(/^[/\\]+/, '')}`
}

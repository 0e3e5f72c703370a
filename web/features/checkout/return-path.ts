/** The page of this site that a visitor came from, as a path; the fallback when the address is missing or leads elsewhere. */
export function returnPath(value: string | null, origin: string, fallback: string): string {
  if (!value) return fallback
  let address: URL
  try {
    address = new URL(value, origin)
  } catch {
    return fallback
  }
  if (address.origin !== origin) return fallback
  // A path that begins with two slashes would be read as another host.
  return `/${`${address.pathname}${address.search}${address.hash}`.replace(/^[/\\]+/, '')}`
}

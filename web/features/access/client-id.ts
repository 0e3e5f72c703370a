/**
 * The browser's client id: the stored one, or one that is requested and stored. Whoever asks while a request is under
 * way shares it.
 */
export function createClientIds({
  read,
  write,
  request,
}: {
  read: () => string | null
  write: (id: string) => void
  request: () => Promise<string>
}) {
  // Where storage is forbidden, the id lives as long as the page.
  let kept: string | null = null
  let pending: Promise<string> | null = null

  function renew(): Promise<string> {
    pending ??= request()
      .then((id) => {
        kept = id
        write(id)
        return id
      })
      .finally(() => {
        pending = null
      })
    return pending
  }

  async function get(): Promise<string> {
    return pending ?? read() ?? kept ?? renew()
  }

  return { get, renew }
}

/**
 * Returns links that open a podcast app with a feed's URL. Limited to apps whose link includes the protocol: other apps try plain HTTP
 * first, which would reveal the secret of a personal feed to the network.
 */
export function podcastAppLinks(url: string) {
  const { protocol, host, pathname, search } = new URL(url)
  return [
    { app: 'AntennaPod', to: `pcast:${url}` },
    { app: 'Pocket Casts', to: `pktc://subscribe${protocol === 'https:' ? 'https' : ''}/${host}${pathname}${search}` },
    { app: 'Overcast', to: `overcast://x-callback-url/add?url=${encodeURIComponent(url)}` },
  ]
}

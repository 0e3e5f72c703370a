/**
 * Links that open a podcast app with a feed's address. Only of apps that are told the protocol: others ask over plain HTTP first, which
 * would show the secret of a personal feed to the network.
 */
export function podcastAppLinks(url: string) {
  const { protocol, host, pathname, search } = new URL(url)
  return [
    { app: 'AntennaPod', to: `pcast:${url}` },
    { app: 'Pocket Casts', to: `pktc://subscribe${protocol === 'https:' ? 'https' : ''}/${host}${pathname}${search}` },
    { app: 'Overcast', to: `overcast://x-callback-url/add?url=${encodeURIComponent(url)}` },
  ]
}

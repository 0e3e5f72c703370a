/**
 * Returns links that open a personal feed in a podcast app. Limited to apps whose links include the protocol: other apps try plain HTTP
 * first, which would reveal the feed's secret to the network.
 */
export function podcastAppLinks(url: string) {
  const { protocol, host, pathname, search } = new URL(url)
  return [
    { app: 'AntennaPod', to: `pcast:${url}` },
    { app: 'Pocket Casts', to: `pktc://subscribe${protocol === 'https:' ? 'https' : ''}/${host}${pathname}${search}` },
    { app: 'Overcast', to: `overcast://x-callback-url/add?url=${encodeURIComponent(url)}` },
  ]
}

/**
 * Returns links that open a feed in a podcast app. A link has no effect if the app is not installed, so the feed's URL is displayed beside
 * the links.
 */
export function podcastAppLinks(feedUrl: string): { name: string; to: string }[] {
  const bare = feedUrl.replace(/^https?:\/\//, '')
  const encoded = encodeURIComponent(feedUrl)
  return [
    { name: 'Apple Podcasts', to: `podcast://${bare}` },
    { name: 'Pocket Casts', to: `pktc://subscribe/${bare}` },
    { name: 'AntennaPod', to: `https://antennapod.org/deeplink/subscribe?url=${encoded}` },
    { name: 'Overcast', to: `overcast://x-callback-url/add?url=${encoded}` },
  ]
}

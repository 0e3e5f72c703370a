/** Returns the title of the podcast in feeds, which follows the name of the site unless the owner entered one. */
export function podcastTitle({ brand, podcast }: { brand: { name: string }; podcast: { title?: string } }): string {
  return podcast.title ?? `${brand.name} Podcasts`
}

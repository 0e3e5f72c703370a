import HeadphoneOff from 'lucide-react/icons/headphone-off'
import type { ReactNode } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PodcastGrid } from './podcast-grid.tsx'

/** Episodes found by a search, or suggestions when none were found. */
export function PodcastResults({
  podcasts,
  q,
  filtered,
  children,
}: {
  podcasts: Podcast[]
  q: string
  filtered: boolean
  children: ReactNode
}) {
  if (podcasts.length === 0 && filtered)
    return (
      <EmptyState icon={<HeadphoneOff />} title="No episodes found">
        <p>
          {q ? (
            <>
              We have not spoken about “<span className="[overflow-wrap:anywhere]">{q}</span>” yet. Try one word of the title, the host’s
              name, or All in place of a category.
            </>
          ) : (
            'The first episodes in this category are being prepared. Try another category.'
          )}
        </p>
        {q && (
          <p className="mt-4">
            <TextLink to={`/search?${new URLSearchParams({ q })}`}>Search inside all books and episodes</TextLink>
          </p>
        )}
        <p className="mt-4">
          <TextLink to="/podcasts">See all episodes</TextLink> or <TextLink to="/contact">tell us</TextLink> what you would like to hear
        </p>
      </EmptyState>
    )
  return (
    <>
      <PodcastGrid podcasts={podcasts} />
      {children}
    </>
  )
}

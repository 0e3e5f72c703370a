import Trash2 from 'lucide-react/icons/trash-2'
import type { Bookmark } from '#web/reading/viewer/book/bookmarks.ts'
import { nameOfBookmark } from '#web/reading/viewer/book/bookmarks.ts'
import { listLostPlace, NOT_HERE, useFoundPlaces } from '#web/reading/viewer/book/editions/found-places.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'

/** List of the reading place and the bookmarks whose words are not in this edition of the book, with these words. */
export function LostPlaces({ lost, onRemove }: { lost: Bookmark[]; onRemove: (bookmark: Bookmark) => void }) {
  const { book } = useViewer()
  const { position, edition } = book
  const { lost: place } = useFoundPlaces(position, edition)
  if (lost.length === 0 && !place) return null
  return (
    <section>
      <h3 id="lost-places" className="viewer-panel-title">
        {NOT_HERE}
      </h3>
      <ul aria-labelledby="lost-places">
        {place && edition && (
          <LostPlace
            words={place.words}
            label={`You stopped on page ${place.page}`}
            onRemove={() => listLostPlace(position, edition, undefined)}
          />
        )}
        {lost.map((bookmark) => (
          <LostPlace
            key={nameOfBookmark(bookmark)}
            words={bookmark.words}
            label={`Bookmark of page ${bookmark.page}`}
            onRemove={() => onRemove(bookmark)}
          />
        ))}
      </ul>
    </section>
  )
}

function LostPlace({ words, label, onRemove }: { words: string | undefined; label: string; onRemove: () => void }) {
  return (
    <li className="viewer-panel-bookmark">
      <p className="viewer-panel-entry viewer-panel-lost">
        <span>{words ? `“${words} …”` : label}</span>
        {words && <span className="viewer-panel-page">{label}</span>}
      </p>
      <button type="button" className="viewer-button" aria-label={`Remove: ${label}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </button>
    </li>
  )
}

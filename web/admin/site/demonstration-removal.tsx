import { useState } from 'react'
import { Link } from 'react-router'
import { DemonstrationItems } from '#contracts/site/demonstration.ts'
import { read } from '#web/admin/kit/api.ts'
import { FailedList } from '#web/admin/kit/list/list-body.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { useLoaded } from '#web/admin/kit/use-loaded.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const PAGES = { book: 'books', podcast: 'podcasts', author: 'authors' }
const REASONS = { sold: 'it was sold', edited: 'it was edited', has_books: 'it has books that stay' }

/** Section that removes the demonstration data, displayed as long as the site contains any. */
export function DemonstrationRemoval({ loading }: { loading: Promise<DemonstrationItems> }) {
  const { value: items, failure, set, reload } = useLoaded(loading, 'Failed to fetch the demonstration')
  const [open, setOpen] = useState(false)

  const { busy, run, problem, forget } = useAdminAction(async () => {
    const removed = await read(DemonstrationItems, '/demonstration', { method: 'DELETE' })
    setOpen(false)
    toast.success('The demonstration was removed')
    set(removed)
  }, 'Failed to remove the demonstration')

  if (failure && !items) return <FailedList many="items of the demonstration" onRetry={reload} />
  if (items?.state !== 'loaded' && items?.state !== 'loading') return null
  const { books, episodes, authors } = items.removed
  const counts = `${pluralize(books, 'book')}, ${pluralize(episodes, 'episode')} and ${pluralize(authors, 'author')}`
  const total = books + episodes + authors
  return (
    <section ref={scrollToFragment} aria-labelledby="demonstration" className="mt-12 max-w-2xl">
      <h2 id="demonstration" className="mb-2 scroll-mt-20 text-2xl">
        Demonstration
      </h2>
      <p className="text-base text-soft">
        Before visitors come, remove the items of the demonstration: {counts}. Your own items stay, and so does everything that was sold or
        edited.
      </p>
      {items.kept.length > 0 && (
        <>
          <p className="mt-3 text-base">These items stay:</p>
          <ul className="text-base">
            {items.kept.map(({ noun, id, name, reason }) => (
              <li key={id}>
                <Link to={`/admin/${PAGES[noun]}/${id}/edit`} className="wrap-anywhere inline-flex min-h-11 items-center text-link">
                  {name}
                </Link>
                <span className="text-soft"> – {REASONS[reason]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button
        variant="outline"
        className="mt-4"
        onClick={() => {
          forget()
          setOpen(true)
        }}
      >
        Remove the demonstration
      </Button>
      <ConfirmDialog
        open={open}
        title="Remove the demonstration?"
        message={
          problem
            ? `Nothing was removed. ${problem}`
            : total === 0
              ? 'No item is deleted, since all that are left were sold or edited. The site then counts them as your own.'
              : `${counts} will be deleted. This can’t be undone.`
        }
        confirm="Remove"
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

/**
 * Scrolls to the section if the URL's fragment refers to it. The browser itself can't, since the section is rendered after the page has
 * loaded.
 */
function scrollToFragment(section: HTMLElement | null) {
  if (section && location.hash === '#demonstration') section.querySelector('h2')?.scrollIntoView()
}

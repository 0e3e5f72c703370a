import Bookmark from 'lucide-react/icons/bookmark'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { productKind } from '#web/lib/access/item-access.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { shareOrCopy } from '#web/lib/share-or-copy.ts'
import { useIsUnstored } from '#web/lib/storage/local-storage.ts'
import { toast } from '#web/lib/toast.ts'
import { currentIndex } from '#web/listening/player/follow/current-index.ts'
import type { Episode } from '#web/listening/player/playback/use-source.ts'
import { Button } from '#web/ui/button.tsx'
import { addSoundBookmark, MAX_NOTE, type SoundBookmark, useSoundBookmarks } from './sound-bookmarks.ts'

export { addSoundBookmark } from './sound-bookmarks.ts'

const FIELD = 'min-h-11 w-full min-w-0 rounded-control border border-white/40 bg-night px-3 text-base text-moon placeholder:text-haze'
const ICON = 'grid size-11 shrink-0 place-items-center rounded-full text-haze hover:bg-white/10 hover:text-moon'

/** Bookmarks of the recording that plays, with a form that adds one with a note, and links to a second. */
export function BookmarkList({
  opened,
  seconds,
  length,
  chapters,
  onJump,
}: {
  opened: Episode
  seconds: number
  length: number
  chapters: readonly Chapter[]
  onJump: (seconds: number) => void
}) {
  const { item } = opened
  const { list, setNote, remove } = useSoundBookmarks(item.id)
  const isUnstored = useIsUnstored('soundBookmarks')
  const [edited, setEdited] = useState<number>()
  const [link, setLink] = useState<string>()
  const starts = chapters.map(({ start }) => start)

  async function share(second: number) {
    const url = new URL(`/${productKind(opened.kind)}s/${item.slug}#t=${second}`, location.href).href
    setLink(undefined)
    const outcome = await shareOrCopy({ title: item.title, text: `“${item.title}” from ${formatDuration(second)}`, url }, url)
    if (outcome === 'copied') toast.success('Link copied')
    if (outcome === 'failed') setLink(url)
  }

  return (
    <div className="pb-4">
      <AddForm recording={item.id} seconds={seconds} onShare={share} />
      {link && (
        <p role="status" className="mt-2 text-base text-haze">
          Copy this link: <span className="select-all text-moon [overflow-wrap:anywhere]">{link}</span>
        </p>
      )}
      {isUnstored && (
        <p className="mt-2 text-base text-haze">
          This browser has no room for your latest bookmarks. They last only until you close this page.
        </p>
      )}
      {list.length === 0 ? (
        <p className="mt-3 text-base text-haze">No bookmarks yet. They are saved in this browser.</p>
      ) : (
        <ul aria-label="Bookmarks" className="-mx-3 mt-2">
          {list.map((bookmark) => {
            const time = formatDuration(bookmark.seconds)
            const isGone = length > 0 && bookmark.seconds >= length
            return (
              <li key={bookmark.seconds} className="flex flex-wrap items-center rounded-control pl-3 hover:bg-white/5">
                {edited === bookmark.seconds ? (
                  <NoteForm
                    bookmark={bookmark}
                    onSave={(note) => {
                      setNote(bookmark, note)
                      setEdited(undefined)
                    }}
                    onCancel={() => setEdited(undefined)}
                  />
                ) : (
                  <>
                    <button
                      type="button"
                      disabled={isGone}
                      onClick={() => onJump(bookmark.seconds)}
                      className="grid min-h-11 min-w-24 flex-1 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 py-2 text-left text-base leading-snug disabled:opacity-55"
                    >
                      <span className="min-w-[4ch] text-lamp-2 tabular-nums">{time}</span>
                      <span dir="auto" className="[overflow-wrap:anywhere]">
                        {bookmark.note ?? (!isGone && chapters[currentIndex(starts, bookmark.seconds)]?.title)}
                        {isGone && <span className="block text-haze">After the end of this recording</span>}
                      </span>
                    </button>
                    <span className="flex">
                      <IconButton label={`Edit the note at ${time}`} onClick={() => setEdited(bookmark.seconds)}>
                        <Pencil aria-hidden className="size-5" />
                      </IconButton>
                      <IconButton label={`Share from ${time}`} onClick={() => void share(bookmark.seconds)}>
                        <Share2 aria-hidden className="size-5" />
                      </IconButton>
                      <IconButton label={`Remove the bookmark at ${time}`} onClick={() => remove(bookmark)}>
                        <Trash2 aria-hidden className="size-5" />
                      </IconButton>
                    </span>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Keys typed into a field must not reach the player, whose shortcuts they are. Escape does, since it closes the player. */
const keepKeys = (event: KeyboardEvent) => event.key !== 'Escape' && event.stopPropagation()

function AddForm({ recording, seconds, onShare }: { recording: string; seconds: number; onShare: (second: number) => void }) {
  const id = useId()
  /** Second at which the listener began to type, which is the one that the note is about */
  const [typedAt, setTypedAt] = useState<number>()
  const second = Math.floor(typedAt ?? seconds)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const note = String(new FormData(form).get('note')).trim()
    addSoundBookmark({ recording, seconds: second, ...(note && { note }) })
    form.reset()
    setTypedAt(undefined)
  }

  return (
    <form onSubmit={submit} onKeyDown={keepKeys}>
      <label htmlFor={id} className="block text-base text-haze">
        Note (optional)
      </label>
      <input
        id={id}
        name="note"
        type="text"
        autoComplete="off"
        maxLength={MAX_NOTE}
        enterKeyHint="done"
        onInput={({ currentTarget: { value } }) => setTypedAt(value === '' ? undefined : (typedAt ?? seconds))}
        className={`mt-1 ${FIELD}`}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {/* Screen readers would read each change of the second, so that the names of the buttons don't contain it. */}
        <Button type="submit" size="small">
          <Bookmark aria-hidden className="size-5" />
          <span>
            Bookmark <Moment seconds={second} isFixed={typedAt !== undefined} />
          </span>
        </Button>
        <Button variant="outline-light" size="small" onClick={() => onShare(Math.floor(seconds))}>
          <Share2 aria-hidden className="size-5" />
          <span>
            Share from <Moment seconds={Math.floor(seconds)} />
          </span>
        </Button>
      </div>
    </form>
  )
}

function Moment({ seconds, isFixed = false }: { seconds: number; isFixed?: boolean }) {
  return (
    <>
      <span aria-hidden={!isFixed} className="tabular-nums">
        {formatDuration(seconds)}
      </span>
      {!isFixed && <span className="sr-only">this moment</span>}
    </>
  )
}

function NoteForm({ bookmark, onSave, onCancel }: { bookmark: SoundBookmark; onSave: (note: string) => void; onCancel: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useBackCloses(true, onCancel)
  function closeOnEscape(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-1 pr-3"
      onKeyDown={closeOnEscape}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(field.current?.value ?? '')
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={`Note at ${formatDuration(bookmark.seconds)}`}
        defaultValue={bookmark.note}
        maxLength={MAX_NOTE}
        autoComplete="off"
        enterKeyHint="done"
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
        autoFocus
        className={`flex-1 basis-32 ${FIELD}`}
      />
      <Button type="submit" size="small">
        Save
      </Button>
    </form>
  )
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick} className={ICON}>
      {children}
    </button>
  )
}

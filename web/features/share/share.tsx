import Check from 'lucide-react/icons/check'
import Link2 from 'lucide-react/icons/link-2'
import Share2 from 'lucide-react/icons/share-2'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useCopy } from '#web/lib/use-copy.ts'
import { Button } from '#web/ui/button.tsx'
import { shareLinks } from './share-links.ts'

const ENTRY = 'flex min-h-11 w-full items-center gap-3 px-4 text-left text-base hover:bg-paper-2'

/** Shares a page by the phone's own sheet, or by a list of ways where there is none. */
export function Share({ title, url }: { title: string; url: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)

  async function share() {
    if (!('share' in navigator)) return setIsOpen(!isOpen)
    // Rejects when the visitor closes the sheet.
    await navigator.share({ title, url }).catch(() => undefined)
  }

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && isOpen && close()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the links and the button in it.
    <div className="noscript:hidden relative" onKeyDown={closeOnEscape}>
      <Button ref={button} variant="quiet" onClick={share} aria-expanded={isOpen} aria-controls={id}>
        <Share2 aria-hidden className="size-5" />
        Share
      </Button>
      <ul
        id={id}
        hidden={!isOpen}
        className="mt-2 w-full min-w-56 border border-rule bg-white py-1 sm:absolute sm:z-20 sm:w-max sm:shadow-float"
      >
        {shareLinks({ title, url }).map(({ text, to }) => (
          <li key={text}>
            <a href={to} target="_blank" rel="noreferrer" className={ENTRY} onClick={() => setIsOpen(false)}>
              {text}
            </a>
          </li>
        ))}
        <li>
          <CopyLink url={url} />
        </li>
      </ul>
    </div>
  )
}

function CopyLink({ url }: { url: string }) {
  const { state, copy } = useCopy(url)
  return (
    <>
      <button type="button" className={ENTRY} onClick={copy}>
        {state === 'copied' ? <Check aria-hidden className="size-5 text-leaf" /> : <Link2 aria-hidden className="size-5" />}
        <span aria-live="polite">{state === 'copied' ? 'Link copied' : 'Copy link'}</span>
      </button>
      {state === 'failed' && <p className="max-w-72 select-all px-4 pb-3 text-sm text-soft [overflow-wrap:anywhere]">{url}</p>}
    </>
  )
}

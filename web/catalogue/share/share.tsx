import Share2 from 'lucide-react/icons/share-2'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'

type Menu = typeof import('./share-menu.tsx')

/**
 * Button that shares a page by the device's share sheet, or by a menu where sharing is unsupported; the menu's code is loaded on demand.
 */
export function Share({ title, text, url }: { title: string; text: string; url: string }) {
  const [menu, setMenu] = useState<Menu>()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { busy, run: openMenu } = useAction(
    async () => {
      setMenu(await import('./share-menu.tsx'))
      setIsOpen(true)
    },
    () => toast.error('The share menu could not be loaded. Check your connection.'),
  )

  async function share() {
    if (isOpen) return setIsOpen(false)
    if (!navigator.share) return openMenu()
    // The promise of `navigator.share` rejects when the visitor closes the share sheet.
    await navigator.share({ title, text, url }).catch(() => undefined)
  }

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  useBackCloses(isOpen, close)
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && isOpen && close()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the links and the button in it.
    <div className="noscript:hidden relative" onKeyDown={closeOnEscape}>
      <Button ref={button} variant="quiet" busy={busy} onClick={share} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined}>
        {!busy && <Share2 aria-hidden className="size-5" />}
        Share
      </Button>
      {isOpen && menu && <menu.ShareMenu id={id} title={title} text={text} url={url} onFollow={() => setIsOpen(false)} />}
    </div>
  )
}

import { useState } from 'react'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'

const loadPanel = () => import('./mobile-menu-panel.tsx')

/** Menu button of small screens. The menu's code is loaded on hover, touch, focus or click. */
export function MobileMenu() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const prepare = () => {
    loadPanel().catch(() => {})
  }
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => setState('open')}
        onPointerEnter={prepare}
        onTouchStart={prepare}
        onFocus={prepare}
        className="-mr-2 grid size-11 place-items-center lg:hidden"
      >
        <svg viewBox="0 0 26 11" aria-hidden className="w-[26px]" fill="currentColor">
          <path d="M0 0h26v2H0zM0 9h26v2H0z" />
        </svg>
      </button>
      {state !== 'untouched' && (
        <LazyOverlay load={loadPanel} onClose={() => setState('untouched')}>
          {({ MobileMenuPanel }) => <MobileMenuPanel open={state === 'open'} onClose={() => setState('closed')} />}
        </LazyOverlay>
      )}
    </>
  )
}

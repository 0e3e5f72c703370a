import { useRef } from 'react'
import { clampPage } from '#web/features/viewer/page/page-fit.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'

/** `Page X of N`, announced when it changes. A click turns it into a field to go to another page. */
export function PageNumber({ asking, onAsking }: { asking: boolean; onAsking: (asking: boolean) => void }) {
  const { page, total, turnTo } = useViewer()
  const button = useRef<HTMLButtonElement>(null)

  function leave() {
    onAsking(false)
    // The button is rendered again by then.
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <div aria-live={asking ? 'off' : 'polite'}>
      {asking ? (
        <form
          className="viewer-goto"
          onSubmit={(event) => {
            event.preventDefault()
            const wanted = new FormData(event.currentTarget).get('page')
            leave()
            if (wanted) turnTo(clampPage(Number(wanted), total))
          }}
        >
          <label>
            Page{' '}
            <input
              name="page"
              type="text"
              inputMode="numeric"
              pattern="[0-9]*"
              enterKeyHint="go"
              autoComplete="off"
              defaultValue={page}
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that was clicked
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => event.key === 'Escape' && leave()}
              onBlur={() => onAsking(false)}
            />
          </label>{' '}
          {`of ${total}`}
        </form>
      ) : (
        <button ref={button} type="button" className="viewer-button viewer-page-number" title="Go to page" onClick={() => onAsking(true)}>
          {`Page ${page} of ${total}`}
        </button>
      )}
    </div>
  )
}

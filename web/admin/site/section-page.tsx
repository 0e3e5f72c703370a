import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PagePreview, type PagePreviewRequest } from '#contracts/site/site-sections.ts'
import { read } from '#web/admin/kit/api.ts'
import { hasStatus, isAborted } from '#web/admin/kit/failures.ts'
import { json } from '#web/lib/api/api.ts'
import { findField, findOnPage } from './find-on-page.ts'

/** Delay after the last change until the page is rendered, in ms. */
const PAUSE_MS = 700
/** Widths of the screens on which the page can be displayed, in pixels. */
const SCREENS = { Phone: 390, Computer: 1280 }
type Screen = keyof typeof SCREENS

const EMPTY = '<!doctype html><html><head></head><body></body></html>'
const STYLE = `
  html { scroll-behavior: auto !important }
  /* The header has its background by a script. */
  header { position: absolute !important }
  [data-edited] { outline: 3px solid #d9a441 !important; outline-offset: 3px; box-shadow: 0 0 0 6px rgb(23 28 40 / 0.55) !important }
`

/**
 * Public page of a section with the content of its form. The edited field is marked on the page; choosing a text on the page calls
 * `onPick` with the path of its field. The frame has no scripts and no links.
 */
export function SectionPage({
  name,
  path,
  content,
  edited,
  onPick,
}: {
  name: string
  path: string
  /** Content of the form as it would be saved */
  content: unknown
  /** Path of the field that has the focus */
  edited: string
  onPick: (field: string) => void
}) {
  const [isFolded, setFolded] = useState(false)
  const [screen, setScreen] = useState<Screen>('Phone')
  /** Rendered page, and the content with which it was rendered */
  const [page, setPage] = useState<PagePreviewRequest & PagePreview>()
  const [notice, setNotice] = useState<string>()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const { ref: area, width, height } = useSize()
  const scale = Math.min(1, width / SCREENS[screen])
  const body = JSON.stringify({ content, path } satisfies PagePreviewRequest)

  useEffect(() => {
    if (isFolded) return
    const sent = JSON.parse(body) as PagePreviewRequest
    const request = new AbortController()
    const timer = setTimeout(
      () =>
        read(PagePreview, `/site/sections/${name}/page`, { ...json('POST', sent), signal: request.signal }).then(
          ({ html }) => {
            setPage({ ...sent, html })
            setNotice(undefined)
          },
          (failure: unknown) => {
            if (isAborted(failure)) return
            setNotice(hasStatus(failure, 400) ? 'Shown without what needs a correction.' : 'The page can’t be shown right now.')
          },
        ),
      page?.path === path ? PAUSE_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [name, path, body, page?.path, isFolded])

  useLayoutEffect(() => {
    const shown = frame.current?.contentDocument
    if (!isReady || !page || !shown) return
    display(shown, page.html)
  }, [isReady, page])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen moves the field on the page
  useEffect(() => {
    const { contentDocument: shown, contentWindow: view } = frame.current ?? {}
    if (!isReady || !page || !shown || !view) return
    for (const marked of shown.querySelectorAll('[data-edited]')) marked.removeAttribute('data-edited')
    const found = findOnPage(shown, page.content, edited)
    if (!found) return
    found.setAttribute('data-edited', '')
    // `scrollIntoView` would scroll the form too.
    const { top, height: tall } = found.getBoundingClientRect()
    view.scrollTo({ top: view.scrollY + top - Math.max((view.innerHeight - tall) / 2, 0) })
  }, [isReady, page, edited, screen])

  useEffect(() => {
    const shown = frame.current?.contentDocument
    if (!isReady || !page || !shown) return
    const pick = ({ clientX, clientY }: MouseEvent) => {
      const field = findField(shown, page.content, { x: clientX, y: clientY })
      if (field !== undefined) onPick(field)
      setNotice(field === undefined ? 'This part of the page is not edited in this section.' : undefined)
    }
    shown.addEventListener('click', pick)
    return () => shown.removeEventListener('click', pick)
  }, [isReady, page, onPick])

  return (
    <section aria-label="The page" className="grid gap-2">
      <div className="flex min-h-11 items-center gap-4">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => {
            setFolded(!isFolded)
            setReady(false)
          }}
          className="flex min-h-11 items-center gap-2 font-semibold text-base"
        >
          <ChevronDown aria-hidden className={`size-5 text-lamp-deep ${isFolded ? '-rotate-90' : ''}`} />
          The page
        </button>
        {!isFolded && (
          <fieldset className="ml-auto flex text-base">
            <legend className="sr-only">Screen</legend>
            {(Object.keys(SCREENS) as Screen[]).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === screen}
                onClick={() => setScreen(each)}
                className="min-h-11 border-transparent border-b-2 px-3 text-soft aria-pressed:border-lamp aria-pressed:font-semibold aria-pressed:text-ink"
              >
                {each}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {!isFolded && (
        <div
          ref={area}
          className="relative h-[30svh] min-h-40 overflow-hidden rounded-control border border-rule bg-white xl:h-[calc(100svh-13rem)]"
        >
          {!page && !notice && <p className="p-4 text-base text-soft">Loading the page</p>}
          <iframe
            ref={frame}
            title="Preview of the page"
            sandbox="allow-same-origin"
            srcDoc={EMPTY}
            onLoad={() => setReady(true)}
            className="absolute top-0 left-1/2 origin-top border-0"
            style={{ width: SCREENS[screen], height: height / scale, transform: `translateX(-50%) scale(${scale})` }}
          />
          {notice && (
            <p role="status" className="absolute inset-x-0 bottom-0 bg-night/90 px-4 py-2 text-moon text-sm">
              {notice}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** Replaces the document in the frame, and keeps how far it is scrolled. */
function display(shown: Document, html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll('a[href]')) link.removeAttribute('href')
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.append(style)
  // Styles are loaded anew only if they differ, since the page is unstyled until then.
  const styles = (from: Document) => [...from.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join()
  if (styles(shown) !== styles(page)) shown.head.replaceChildren(...page.head.childNodes)
  shown.documentElement.style.cssText = page.documentElement.style.cssText
  shown.body.className = page.body.className
  shown.body.replaceChildren(...page.body.childNodes)
}

/** Returns a ref and the size of its element in pixels. */
function useSize() {
  const [size, setSize] = useState({ width: SCREENS.Phone, height: 600 })
  const [element, ref] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return { ref, ...size }
}

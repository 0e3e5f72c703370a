import SearchIcon from 'lucide-react/icons/search'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { PageSource } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PanelButton, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { useViewerKeys } from '#web/reading/viewer/input/use-viewer-keys.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'

const loadSearch = () => import('#web/reading/viewer/book/search/search-in-document.tsx')
const LABEL = 'Search in this book'

/**
 * Button and key (`/`) that open the search in the open book. Its code is loaded on first use and stays mounted, so that hits remain marked
 * without the panel.
 */
export function SearchTool({ fetchJson, slot }: { fetchJson: NonNullable<PageSource['fetchJson']>; slot: HTMLElement }) {
  const { panel, setPanel } = useViewer()
  const isOpen = panel === 'search'
  const [wanted, setWanted] = useState(false)
  if (isOpen && !wanted) setWanted(true)
  useViewerKeys((key) => (key === '/' ? () => setPanel('search') : undefined))

  return (
    <>
      {createPortal(
        <PanelButton opens="search" label={LABEL}>
          <SearchIcon aria-hidden />
        </PanelButton>,
        slot,
      )}
      {wanted && (
        <LazyPart load={loadSearch} frame={(state) => isOpen && <ViewerPanel title={LABEL}>{state}</ViewerPanel>}>
          {({ SearchInDocument }) => <SearchInDocument title={LABEL} fetchJson={fetchJson} slot={slot} />}
        </LazyPart>
      )}
    </>
  )
}

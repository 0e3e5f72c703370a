import { type ComponentProps, useState } from 'react'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import type { BookSearch } from './book-search.tsx'

const loadSearch = () => import('./book-search.tsx')
const prepare = () => void loadSearch().catch(() => {})

/** Disclosure with a search in the book, or in its preview for visitors who don't have it. The search's code is preloaded. */
export function SearchInBook(props: ComponentProps<typeof BookSearch>) {
  const [opened, setOpened] = useState(false)
  return (
    <Disclosure
      title={props.part === 'preview' ? 'Search in the first pages' : 'Search in this book'}
      className="mt-8 max-w-[68ch] border-rule border-y noscript:hidden"
      onPrepare={prepare}
      onToggle={(open) => open && setOpened(true)}
    >
      {opened && <LazyPart load={loadSearch}>{({ BookSearch }) => <BookSearch {...props} />}</LazyPart>}
    </Disclosure>
  )
}

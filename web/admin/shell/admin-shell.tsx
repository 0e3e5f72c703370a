import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { useSite } from '#web/lib/site.tsx'
import { Navigation } from './navigation.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/** Layout of the admin area with a sidebar, or on phones with a top bar and a menu that opens below the bar. */
export function AdminShell({ onLogout, children }: { onLogout: () => void; children: ReactNode }) {
  const { brand } = useSite()
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a href="#main" className="sr-only z-20 bg-white px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        Skip to the content
      </a>
      <header className="sticky top-0 z-10 border-rule border-b bg-paper-2 print:hidden md:h-dvh md:overflow-y-auto md:border-r md:border-b-0">
        <div className="flex min-h-14 flex-wrap items-center justify-between px-[min(1rem,5vw)] md:block md:px-6 md:pt-7 md:pb-6">
          <Link to="/" className="inline-flex min-h-11 items-center gap-2 font-serif text-[min(1.25rem,7vw)]">
            {brand.name}
            <span className="font-sans text-[min(0.9375rem,5vw)] text-soft">Admin</span>
          </Link>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="admin-menu"
            onClick={() => setOpen(!open)}
            className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-base md:hidden"
          >
            {open ? <X aria-hidden className="size-5" /> : <Menu aria-hidden className="size-5" />}
            Menu
          </button>
        </div>
        <nav
          id="admin-menu"
          aria-label="Admin"
          className={`${open ? '' : 'hidden'} max-h-[calc(100svh-3.5rem)] overflow-y-auto border-rule border-t px-3 py-3 md:block md:max-h-none md:overflow-visible md:border-t-0 md:pt-0`}
        >
          <Navigation onLogout={onLogout} onChosen={() => setOpen(false)} />
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 px-[min(1rem,5vw)] pt-6 pb-20 outline-none md:px-8 md:pt-9 lg:px-10">
        {children}
      </main>
    </div>
  )
}

/** Empty admin layout that is rendered until hydration. */
export function AdminSkeleton() {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]" aria-busy="true">
      <div className="h-14 border-rule border-b bg-paper-2 md:h-dvh md:border-r md:border-b-0" />
      <p className="px-4 pt-6 text-soft noscript:hidden md:px-10 md:pt-9">Loading</p>
      <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
    </div>
  )
}

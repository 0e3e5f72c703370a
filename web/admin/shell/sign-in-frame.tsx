import type { ReactNode } from 'react'
import { useSite } from '#web/lib/site.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = useSite()
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center bg-paper-2 px-4 py-10">
      <p className="mb-6 font-serif text-2xl">{brand.name}</p>
      <div className="w-[min(26rem,calc(100vw-2rem))] border border-rule bg-paper px-6 py-8 sm:px-9 sm:py-10">
        <h1 className="mb-7 text-title-lg">{title}</h1>
        {children}
      </div>
    </main>
  )
}

/** Frame that is rendered until hydration, and after signing in, until the admin area is loaded. */
export function LoadingFrame() {
  return (
    <div className="grid min-h-dvh place-content-center bg-paper-2" aria-busy="true">
      <p className="text-soft noscript:hidden">Loading</p>
      <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
    </div>
  )
}

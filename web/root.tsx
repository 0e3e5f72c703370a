// This import must come first, since it configures zod before a schema is created.
import './zod-without-eval.ts'

import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { icons } from '#site/art/brand-art.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import type { Route } from './+types/root.ts'
import { serviceWorkerContext } from './document/service-worker-state.ts'
import fraunces from './fonts/fraunces.woff2'
import sourceSans from './fonts/source-sans.woff2'
import { apiContext } from './lib/api/api.ts'
import { isSiteOutdated, SiteProvider, siteContext } from './lib/site.tsx'
import { ErrorPage } from './site/layout/error-page.tsx'
import styles from './styles.css?url'

export function links() {
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const
  return [
    { ...font, href: sourceSans },
    { ...font, href: fraunces },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
}

function SiteIcons({ own }: { own: Site['icons'] }) {
  return (
    <>
      {own ? <link rel="icon" href={own.small} type="image/png" /> : <link rel="icon" href={icons.favicon} type="image/svg+xml" />}
      <link rel="apple-touch-icon" href={own?.small ?? icons.appleTouchIcon} />
    </>
  )
}

/** Loads the same data for every visitor, so that pages can be cached. */
export function loader({ request, context }: Route.LoaderArgs) {
  return {
    origin: new URL(request.url).origin,
    site: context.get(siteContext),
    apiBase: context.get(apiContext).base,
    hasServiceWorker: context.get(serviceWorkerContext) === 'on',
    year: new Date().getFullYear(),
  }
}

/** The root data is reloaded only for an administrator who has published changes; it is constant for other visitors. */
export function shouldRevalidate() {
  return isSiteOutdated()
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    // Hydration warnings are suppressed, since scripts that run before hydration set attributes on the `html` element.
    <html lang="en" style={root?.site.colors} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* `precedence` makes React render the stylesheet before other resources. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <meta name="theme-color" content={root?.site.colors?.['--color-night'] ?? '#171c28'} />
        {root && root.apiBase !== '/api' && <meta name="api" content={root.apiBase} />}
        {/* Icon links are read only from documents, so client-side rendering omits them. */}
        {import.meta.env.SSR && <SiteIcons own={root?.site.icons} />}
        {import.meta.env.SSR && <link rel="alternate" type="application/atom+xml" title="Everything new" href="/feed.xml" />}
        {root && root.site.timeZone !== DEFAULT_ZONE && <meta name="time-zone" content={root.site.timeZone} />}
        <Meta />
        <Links />
      </head>
      <body>
        {root ? <SiteProvider site={root.site}>{children}</SiteProvider> : children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  )
}

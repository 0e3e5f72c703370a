import { pdf, views } from 'virtual:service-worker'
import { WhereYouWere } from '#web/catalogue/items/where-you-were.tsx'
import { PDF_FILES, VIEW_FILES } from '#web/lib/downloads/app-files.ts'
import { Shelf } from '#web/reading/offline-library/shelf.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/shelf.ts'

export function meta(args: Route.MetaArgs) {
  const { views = '', pdf = '' } = args.loaderData ?? {}
  return [
    ...pageMeta(args, {
      title: 'Your shelf',
      description: 'Titles you save offline open here, with or without internet.',
      hidden: true,
    }),
    // The service worker reads the following `<meta>` elements, and stores the files listed in them together with the page.
    { name: VIEW_FILES, content: views },
    { name: PDF_FILES, content: pdf },
  ]
}

export function loader() {
  return { views: views.join(' '), pdf: pdf.join(' ') }
}

/** Client-side navigation to this page sends no request, online or offline. */
export function clientLoader() {
  return null
}

export default function ShelfPage() {
  return <Shelf whereYouWere={<WhereYouWere />} />
}

import Search from 'lucide-react/icons/search'
import { Form, isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { useOnline } from '#web/lib/browser-events.ts'
import { contactLinks } from '#web/lib/contact-links.ts'
import { useSite } from '#web/lib/site.tsx'
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { NoticePage } from './notice-page.tsx'
import { OwnItem } from './own-item.tsx'

/** Page displayed when the requested page failed to load or render. */
export function ErrorPage() {
  const { contact, wording } = useSite()
  const { phoneUrl, emailUrl } = contactLinks(contact)
  const error = useRouteError()
  const online = useOnline()
  const status = isRouteErrorResponse(error) ? error.status : undefined
  if (status === 404 || status === 410)
    return (
      <OwnItem
        otherwise={
          <>
            <ErrorMeta title={status === 404 ? 'Page not found' : 'No longer available'} />
            <NotFound gone={status === 410} />
          </>
        }
      />
    )
  return (
    <NoticePage title={online ? 'The page could not be opened' : wording.notices.offline}>
      <ErrorMeta title={online ? 'Something went wrong' : 'Offline'} />
      <p>
        {online
          ? 'Something went wrong while this page was loading. Try again in a moment. If it happens again, tell us.'
          : 'Your device has lost its connection. Try again when it is back. Nothing has been lost.'}
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <TryAgain className={buttonClass()} />
        <ButtonLink to="/" reloadDocument variant="outline-light">
          Go to the home page
        </ButtonLink>
      </div>
      <p className="mt-8 text-base text-haze">
        <a className="text-link" href={phoneUrl}>
          {contact.phone}
        </a>{' '}
        ·{' '}
        <a className="text-link" href={emailUrl}>
          {contact.email}
        </a>
      </p>
    </NoticePage>
  )
}

/** Metadata of an error page, whose route could not provide metadata. */
function ErrorMeta({ title }: { title: string }) {
  const { brand } = useSite()
  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Not-found page. `gone` is set for an item that was withdrawn or deleted. Owners of an item in any state are led to their purchases. */
export function NotFound({ gone = false }: { gone?: boolean }) {
  const { missing, gone: removed } = useSite().wording.notices
  const isItem = /^\/(books|podcasts)\/./.test(useLocation().pathname)
  return (
    <NoticePage kicker={gone ? '410' : '404'} title={gone ? removed : missing}>
      <p>
        {gone ? 'It was removed. ' : 'The address may have changed. '}
        {(gone || isItem) && (
          <>
            If you bought it, it opens from{' '}
            <Link className="text-link" to="/purchases">
              your purchases
            </Link>
            .{' '}
          </>
        )}
        Search the bookshop, or start again from the home page.
      </p>
      <Form action="/bookshop" role="search" className="mt-8 flex max-w-xl flex-col gap-3 sm:flex-row">
        <input
          type="search"
          name="q"
          aria-label="Search the bookshop"
          placeholder="Title, author or subject"
          className="min-h-12 flex-1 rounded-control border border-haze bg-white px-4 py-2.5 text-md text-ink placeholder:text-soft"
        />
        <Button type="submit">
          <Search aria-hidden className="size-5" />
          Search
        </Button>
      </Form>
      <div className="mt-4">
        <ButtonLink to="/" variant="outline-light" className="w-full sm:w-auto">
          Go to the home page
        </ButtonLink>
      </div>
    </NoticePage>
  )
}

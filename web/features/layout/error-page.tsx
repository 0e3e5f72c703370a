import { isRouteErrorResponse, useRouteError } from 'react-router'
import { emailUrl, phoneUrl } from '#site/contact-links.ts'
import { site } from '#site/site.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { NotFound } from './not-found.tsx'
import { NoticePage } from './notice-page.tsx'

/** Replaces a page that failed to load or render. */
export function ErrorPage() {
  const error = useRouteError()
  const online = useOnline()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <NoticePage title={online ? 'The page could not be opened' : 'You are offline'}>
      <title>{`${online ? 'Something went wrong' : 'Offline'} · ${site.brand.name}`}</title>
      <p>
        {online
          ? 'Something went wrong on the way here. It is not your doing. Wait a moment and try again; if it stays like this, tell us and we will look after it.'
          : 'Your device has lost its connection. When it is back, try again; nothing has been lost.'}
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <TryAgain className={buttonClass()} />
        <ButtonLink to="/" reloadDocument variant="outline-light">
          Go to the home page
        </ButtonLink>
      </div>
      <p className="mt-8 text-base text-haze">
        <a className="text-link" href={phoneUrl}>
          {site.contact.phone}
        </a>{' '}
        ·{' '}
        <a className="text-link" href={emailUrl}>
          {site.contact.email}
        </a>
      </p>
    </NoticePage>
  )
}

import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NoticePage } from './notice-page.tsx'

export function NotFound() {
  return (
    <NoticePage kicker="404" title="This page is not on our shelves">
      <p>The address may have changed, or a letter went astray on the way. Search the bookshop, or start again from the front door.</p>
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

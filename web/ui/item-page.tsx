import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'

/** Top of an item's page with the picture, title, author or host, facts and actions of the item. */
export function ItemPage({
  crumbs,
  cover,
  shape,
  title,
  subtitle,
  language,
  by,
  facts,
  cost,
  notice,
  actions,
  children,
}: {
  crumbs: Crumb[]
  cover: ReactNode
  shape: 'book' | 'square' | 'portrait'
  title: string
  subtitle?: string
  language?: string | null
  by?: ReactNode
  /** Facts about the item; false entries are omitted */
  facts: (ReactNode | false)[]
  /** Download size for opening the item */
  cost?: string
  /** Warning displayed above the actions */
  notice?: ReactNode
  actions: ReactNode
  /** Content after the actions, such as the description */
  children: ReactNode
}) {
  return (
    <div className="wrap pt-20 pb-14 md:pt-28 md:pb-22">
      <Breadcrumbs crumbs={crumbs} />
      {/* On phones, a small cover is beside the title, so that the actions are on the first screen. */}
      <div className="mt-2 grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] items-start gap-x-4 md:mt-8 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-16 lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
        <div
          className={classNames(
            '@container overflow-hidden bg-rule md:sticky md:top-24 md:row-span-2',
            {
              book: 'spine aspect-2/3',
              square: 'aspect-square rounded-control shadow-cover',
              portrait: 'aspect-4/5 rounded-control shadow-cover',
            }[shape],
          )}
        >
          {cover}
        </div>
        <div className="min-w-0">
          <h1
            lang={language ?? undefined}
            dir="auto"
            className="font-serif text-title-lg leading-[1.1] [overflow-wrap:anywhere] md:text-title-4xl"
          >
            {title}
          </h1>
          {subtitle && (
            <p
              lang={language ?? undefined}
              dir="auto"
              className="mt-2 font-serif text-title-xs leading-snug [overflow-wrap:anywhere] md:mt-3 md:text-title-md"
            >
              {subtitle}
            </p>
          )}
          {by && (
            <p dir="auto" className="mt-3 text-lg text-soft [overflow-wrap:anywhere] md:text-xl">
              {by}
            </p>
          )}
        </div>
        <div className="min-w-0 max-md:col-span-2">
          {/* A dot precedes each fact. The container clips dots at the start of a line, so that they are only visible between facts. */}
          <div className="mt-5 overflow-hidden border-rule border-y py-3 text-base tabular-nums">
            <ul className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
              {facts.filter(Boolean).map((fact, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an item are never reordered.
                  key={index}
                  className="relative before:absolute before:right-full before:w-6 before:text-center before:text-edge before:content-['·']"
                >
                  {fact}
                </li>
              ))}
            </ul>
            {cost && <p className="mt-1 text-soft">{cost}</p>}
          </div>
          {notice && <div className="mt-6">{notice}</div>}
          {/* On phones, the first action has a row, and the others share one if they fit. */}
          <div className="mt-6 flex flex-wrap items-start gap-3 max-sm:*:grow max-sm:*:first:w-full max-sm:[&>*>button]:w-full">
            {actions}
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}

type Crumb = { to: string; text: string }

/** Breadcrumb links to the parent pages of the page. */
function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center text-base text-soft">
        {crumbs.map(({ to, text }) => (
          <li key={to} className="flex items-center after:mx-2 after:text-edge after:content-['/'] last:after:hidden">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center decoration-[1.5px] underline-offset-4 hover:text-ink hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { DemonstrationItems } from '#contracts/site/demonstration.ts'
import type { SectionName } from '#contracts/site/site-content.ts'
import { SectionState } from '#contracts/site/site-sections.ts'
import { read } from '#web/admin/kit/api.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { useKeptPlace, useListPlace } from '#web/admin/kit/list/use-list-place.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { PreviewLink } from '#web/admin/kit/preview-link.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { DemonstrationRemoval } from '#web/admin/site/demonstration-removal.tsx'
import { SECTION_HINTS } from '#web/admin/site/section-hints.ts'
import { SiteTransfer } from '#web/admin/site/site-transfer.tsx'
import { usePublish } from '#web/admin/site/use-publish.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/site.ts'

export const meta = adminMeta('Site')

export function clientLoader() {
  return {
    loading: startLoading(() => read(SectionState.array(), '/site/sections')),
    demonstration: startLoading(() => read(DemonstrationItems, '/demonstration')),
  }
}

/** Page with the editable sections of the site and their drafts. */
export default function AdminSite({ loaderData }: Route.ComponentProps) {
  const { value: sections, failure, set, reload } = useLoaded(loaderData.loading, 'Failed to fetch the sections')
  const publishSections = usePublish()
  const place = useKeptPlace()
  useListPlace({ place, items: sections ?? [] })
  const drafts = sections?.filter(({ draft }) => draft) ?? []

  const { busy, run: publish } = useAdminAction(async () => {
    set(await publishSections(drafts.map(({ name }) => name)))
    toast.success('Published')
  }, 'Failed to publish')

  return (
    <div className="max-w-4xl">
      <PageTitle>Site</PageTitle>
      <p className="mt-2 mb-5 max-w-2xl text-base text-soft">
        Texts, pictures and colors of the site. Changes are drafts until you publish them. Then they appear on every page, in feeds and in
        emails.
      </p>
      {failure && <FailedList many="sections" onRetry={reload} />}
      {!failure && !sections && <LoadingList />}
      {drafts.length > 0 && (
        <div className="mb-5 flex flex-wrap items-start gap-3">
          <Button size="small" busy={busy} onClick={() => void publish()}>
            Publish {pluralize(drafts.length, 'draft')}
          </Button>
          <PreviewLink path="/site/preview-links" about="the drafts" />
        </div>
      )}
      {sections && (
        <ul className="border-rule border-t">
          {sections.map((section) => (
            <SectionRow key={section.name} section={section} onOpen={() => (place.current.row = section.name)} />
          ))}
        </ul>
      )}
      {(sections ?? failure) && (
        <>
          <SiteTransfer onImported={reload} />
          <DemonstrationRemoval loading={loaderData.demonstration} />
        </>
      )}
    </div>
  )
}

function SectionRow({ section: { name, title, published, draft, invalid }, onOpen }: { section: SectionState; onOpen: () => void }) {
  return (
    <li id={`row-${name}`} className="border-rule border-b">
      <Link to={`/admin/site/${name}`} onClick={onOpen} className="flex min-h-14 items-center justify-between gap-4 py-3 hover:bg-paper-2">
        <span className="min-w-0">
          <span className="block font-semibold">
            {title}
            {draft && (
              <Badge tone="pending" className="ml-2.5">
                Draft
              </Badge>
            )}
          </span>
          {invalid && (
            <span className="block text-base text-brick">
              The published version is invalid, so pages show the default texts. Publish the section again.
            </span>
          )}
          <span className="block text-base text-soft">{SECTION_HINTS[name as SectionName]}</span>
          <span className="block text-sm text-soft">
            {published ? (
              <>
                Published <ExactTime iso={published.at} toMinute />
                {published.by && ` by ${published.by}`}
              </>
            ) : (
              'As installed'
            )}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  )
}

import { EditedSection } from '#contracts/site/site-sections.ts'
import { read } from '#web/admin/kit/api.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { LoadFailure } from '#web/admin/kit/load-failure.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { PreviewLink } from '#web/admin/kit/preview-link.tsx'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { TestMailButton } from '#web/admin/setup/first-run.tsx'
import { ChangeList } from '#web/admin/site/change-list.tsx'
import { SectionForm } from '#web/admin/site/section-form.tsx'
import { compareContent, type FieldSchema } from '#web/admin/site/section-schema.ts'
import { VersionList } from '#web/admin/site/version-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/site-section.ts'

export const meta = adminMeta('Site')

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { loading: startLoading(() => read(EditedSection, `/site/sections/${encodeURIComponent(params.section)}`)) }
}

/** A section of the site: its form, its draft compared with what is published, and its former versions. */
export default function AdminSiteSection({ loaderData }: Route.ComponentProps) {
  const { value: section, failure, set, reload } = useLoaded(loaderData.loading, 'Failed to fetch the section')
  if (failure) return <LoadFailure failure={failure} noun="section" gone="There is no such section." back="/admin/site" onRetry={reload} />
  if (!section) return <LoadingList />
  const { draft, schema, publishedContent, content } = section
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/site">Site</BackLink>
      <PageTitle className="mt-1 mb-5">{section.title}</PageTitle>
      {section.name === 'mail' && <TestMailButton />}
      {draft && (
        <div className="mb-6 border-rule border-y">
          <p className="pt-3 text-base text-soft">
            This is a draft, saved <ExactTime iso={draft.at} toMinute />
            {draft.by && ` by ${draft.by}`}. Visitors don’t see it yet.
          </p>
          <div className="pt-3">
            <PreviewLink path="/site/preview-links" about="the drafts" />
          </div>
          <Disclosure title="Compare with the published version">
            <ChangeList changes={compareContent(schema as FieldSchema, publishedContent, content)} />
          </Disclosure>
        </div>
      )}
      {/* Another version remounts the form, so that its fields have the stored content. */}
      <SectionForm key={`${draft?.at} ${section.published?.version}`} section={section} onChanged={set} />
      <VersionList key={section.published?.version} section={section} onRestored={set} />
    </div>
  )
}

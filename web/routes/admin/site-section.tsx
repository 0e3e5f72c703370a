import { useState } from 'react'
import { EditedSection } from '#contracts/site/site-sections.ts'
import { read } from '#web/admin/kit/api.ts'
import { dropDraft } from '#web/admin/kit/form/drafts.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { LoadFailure } from '#web/admin/kit/load-failure.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { TestMailButton } from '#web/admin/setup/first-run.tsx'
import { SectionForm, sectionDraft } from '#web/admin/site/section-form.tsx'
import { VersionList } from '#web/admin/site/version-list.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/site-section.ts'

export const meta = adminMeta('Site')

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { loading: startLoading(() => read(EditedSection, `/site/sections/${encodeURIComponent(params.section)}`)) }
}

/** Page of a site section with its form and its previous versions. */
export default function AdminSiteSection({ loaderData }: Route.ComponentProps) {
  const { value: section, failure, set, reload } = useLoaded(loaderData.loading, 'Failed to fetch the section')
  const [restored, setRestored] = useState(0)
  if (failure) return <LoadFailure failure={failure} noun="section" gone="There is no such section." back="/admin/site" onRetry={reload} />
  if (!section) return <LoadingList />
  return (
    <>
      <BackLink to="/admin/site" state={{ row: section.name }}>
        Site
      </BackLink>
      <PageTitle className="mt-1 mb-5">{section.title}</PageTitle>
      {section.name === 'mail' && <TestMailButton />}
      {/* The key remounts the form after a version is restored. Saving preserves the form's expanded entries and scroll position. */}
      <SectionForm key={`form ${section.name} ${restored}`} section={section} onChanged={set}>
        <VersionList
          key={`versions ${section.name} ${section.published?.version}`}
          section={section}
          onRestored={(changed) => {
            dropDraft(sectionDraft(section.name))
            set(changed)
            setRestored((count) => count + 1)
          }}
        />
      </SectionForm>
    </>
  )
}

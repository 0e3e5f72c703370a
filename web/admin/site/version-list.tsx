import { useState } from 'react'
import { EditedSection, SectionVersion } from '#contracts/site/site-sections.ts'
import { post, read } from '#web/admin/kit/api.ts'
import { hasUnsavedWork } from '#web/admin/kit/form/use-leave-guard.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChangeList } from './change-list.tsx'
import { compareContent, type FieldSchema } from './section-schema.ts'

/** List of published versions of a section. Each version can be compared with the published content, and restored as a draft. */
export function VersionList({ section, onRestored }: { section: EditedSection; onRestored: (section: EditedSection) => void }) {
  const [versions, setVersions] = useState<SectionVersion[]>()
  const path = `/site/sections/${section.name}`

  const { run: load } = useAdminAction(
    async () => setVersions(await read(SectionVersion.array(), `${path}/versions`)),
    'Failed to fetch the versions',
  )
  /** Version whose restoration the administrator has to confirm */
  const [asked, setAsked] = useState<number>()
  const { busy, run: restore } = useAdminAction(async (version: number) => {
    onRestored(await post(EditedSection, `${path}/restore`, { version }))
    setAsked(undefined)
    toast.success('Restored as a draft')
  }, 'Failed to restore the version')

  return (
    <Disclosure title="Earlier versions" className="mt-10 border-rule border-y" onToggle={(open) => open && !versions && void load()}>
      {versions ? (
        <ul className="pb-4">
          {versions.map(({ version, by, at, content }, index) => (
            <li key={version} className="border-rule border-t py-4 first:border-t-0">
              <p className="text-base">
                {at ? <ExactTime iso={at} toMinute /> : 'A new installation'}
                {by && ` by ${by}`}
                {index === 0 && <span className="text-soft"> · published</span>}
              </p>
              {index > 0 && (
                <>
                  <Disclosure title="Compare with the published version">
                    <ChangeList changes={compareContent(section.schema as FieldSchema, section.publishedContent, content)} />
                  </Disclosure>
                  <Button
                    variant="outline"
                    size="small"
                    className="mt-2"
                    onClick={() => (section.draft || hasUnsavedWork() ? setAsked(version) : void restore(version))}
                  >
                    Restore as a draft
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className="pb-4 text-soft">
          Loading
        </p>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title="Replace the draft?"
        message="The restored version takes the place of the draft, and of what you have entered but not saved."
        confirm="Replace the draft"
        busy={busy}
        onConfirm={() => asked !== undefined && void restore(asked)}
        onClose={() => setAsked(undefined)}
      />
    </Disclosure>
  )
}
